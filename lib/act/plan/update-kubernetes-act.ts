import type { Act } from "#lib/contract/act.ts";

/** Returns the action that updates the control plane and all pools that follow its version. */
export function updateKubernetesAct(version: string): Act {
  return { kind: "change", about: "kubernetes-version", patch: { spec: { kubernetes: { version } } } };
}
