import type { Act } from "#lib/contract/act.ts";

/** Act that updates the control plane and all pools that follow it. */
export function updateKubernetesAct(version: string): Act {
  return { kind: "change", about: "kubernetes-version", patch: { spec: { kubernetes: { version } } } };
}
