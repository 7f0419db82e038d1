import type { OperationContext } from "#lib/policy/operations/evaluation.ts";
import { frozenSpecReasons } from "#lib/policy/operations/hibernation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { sentenceOfReason } from "#lib/words/reason-sentences.ts";
import type { Cluster } from "./use-cluster.ts";

/** The rights of the person who looks, for the rules; what could not be asked denies nothing. */
export function rightsOf({ detail }: Pick<Cluster, "detail">): OperationContext {
  const { patchShoot, uncertain } = detail.permissions;
  return { can: ({ verb }) => (uncertain || verb !== "patch" ? undefined : patchShoot) };
}

const missing = "You are not permitted to change this cluster: the right to patch shoots is missing.";

/** Why nothing of the object can be changed; undefined when something can. */
export function objectRefusal({ gone, detail }: Pick<Cluster, "gone" | "detail">): string | undefined {
  if (gone) return "The cluster is no longer there.";
  const { patchShoot, uncertain } = detail.permissions;
  return patchShoot || uncertain ? undefined : missing;
}

/** Why nothing of the spec can be changed: as for the object, or because the garden has frozen it. */
export function specRefusal(cluster: Cluster): string | undefined {
  const refused = objectRefusal(cluster);
  if (refused !== undefined) return refused;
  const [first] = frozenSpecReasons(shootFacts(cluster.shoot));
  return first && sentenceOfReason(first);
}
