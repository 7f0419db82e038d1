import type { Act } from "#lib/contract/act.ts";

/** The act that updates the control plane, and with it every pool that follows it. */
export function updateKubernetesAct(version: string): Act {
  return { kind: "change", about: "kubernetes-version", patch: { spec: { kubernetes: { version } } } };
}
