import type { Act } from "#lib/contract/act.ts";
import { formatWindowForm, type WindowForm } from "./window-form.ts";

/** Act that sets the maintenance window. */
export function windowAct(form: WindowForm): Act {
  return {
    kind: "change",
    about: "maintenance-window",
    patch: { spec: { maintenance: { timeWindow: formatWindowForm(form) } } },
  };
}

export const autoUpdateFields = ["kubernetesVersion", "machineImageVersion"] as const;
export type AutomaticUpdate = (typeof autoUpdateFields)[number];

/** Act that turns one kind of automatic updates on or off. */
export function autoUpdateAct(kind: AutomaticUpdate, on: boolean): Act {
  return { kind: "change", about: "auto-update", patch: { spec: { maintenance: { autoUpdate: { [kind]: on } } } } };
}

/** Act that makes changes of the spec wait for the window, or not. */
export function confineAct(confined: boolean): Act {
  return {
    kind: "change",
    about: "spec-update-rollout",
    patch: { spec: { maintenance: { confineSpecUpdateRollout: confined } } },
  };
}

export const maintainNow: Act = { kind: "operation", id: "maintain", when: "now" };
