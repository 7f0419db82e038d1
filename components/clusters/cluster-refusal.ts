import { heldContext } from "#lib/policy/next/held-context.ts";
import type { OperationContext } from "#lib/policy/operations/evaluation.ts";
import { frozenSpecReasons } from "#lib/policy/operations/hibernation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { sentenceOfReason } from "#lib/words/reason-sentences.ts";
import { objectRefusal } from "./object-refusal.ts";
import type { Cluster } from "./use-cluster.ts";

/** The rights of the person who looks, for the rules, and what holds the cluster back; what is not known denies nothing. */
export function rightsOf({ detail, shoot }: Pick<Cluster, "detail" | "shoot">): OperationContext {
  const { patchShoot, uncertain } = detail.permissions;
  return {
    can: ({ verb }) => (uncertain || verb !== "patch" ? undefined : patchShoot),
    ...heldContext(shoot, detail.view),
  };
}

/** Why nothing of the spec can be changed: as for the object, or because the garden has frozen it. */
export function specRefusal(cluster: Cluster): string | undefined {
  const refused = objectRefusal(cluster);
  if (refused !== undefined) return refused;
  const [first] = frozenSpecReasons(shootFacts(cluster.shoot));
  return first && sentenceOfReason(first);
}
