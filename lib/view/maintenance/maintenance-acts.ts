import type { Act } from "#lib/contract/act.ts";
import { type WindowForm, windowText } from "./window-form.ts";

/** The act that sets the maintenance window. */
export function windowAct(form: WindowForm): Act {
  return {
    kind: "change",
    about: "maintenance-window",
    patch: { spec: { maintenance: { timeWindow: windowText(form) } } },
  };
}

export const automaticUpdates = ["kubernetesVersion", "machineImageVersion"] as const;
export type AutomaticUpdate = (typeof automaticUpdates)[number];

/** The act that turns automatic updates of one kind on or off. */
export function autoUpdateAct(kind: AutomaticUpdate, on: boolean): Act {
  return { kind: "change", about: "auto-update", patch: { spec: { maintenance: { autoUpdate: { [kind]: on } } } } };
}

/** The act that lets changes of the spec wait for the window, or no longer. */
export function confineAct(confined: boolean): Act {
  return {
    kind: "change",
    about: "spec-update-rollout",
    patch: { spec: { maintenance: { confineSpecUpdateRollout: confined } } },
  };
}

export const maintainNow: Act = { kind: "operation", id: "maintain", when: "now" };
