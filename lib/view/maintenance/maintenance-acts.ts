import type { Act } from "#lib/contract/act.ts";
import { formatWindowForm, type WindowForm } from "./window-form.ts";

/** Returns the action that sets the maintenance window. */
export function maintenanceWindowAct(form: WindowForm): Act {
  return {
    kind: "change",
    about: "maintenance-window",
    patch: { spec: { maintenance: { timeWindow: formatWindowForm(form) } } },
  };
}

export const autoUpdateFields = ["kubernetesVersion", "machineImageVersion"] as const;
export type AutomaticUpdate = (typeof autoUpdateFields)[number];

/** Returns the action that turns one kind of automatic updates on or off. */
export function autoUpdateAct(kind: AutomaticUpdate, on: boolean): Act {
  return { kind: "change", about: "auto-update", patch: { spec: { maintenance: { autoUpdate: { [kind]: on } } } } };
}

/** Returns the action that sets whether changes of the spec wait for the maintenance window. */
export function confineSpecUpdateAct(confined: boolean): Act {
  return {
    kind: "change",
    about: "spec-update-rollout",
    patch: { spec: { maintenance: { confineSpecUpdateRollout: confined } } },
  };
}

export const maintainNowAct: Act = { kind: "operation", id: "maintain", when: "now" };
