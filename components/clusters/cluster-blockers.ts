import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { reconcileBlockerContextOf } from "#lib/policy/next/reconcile-blocker-context.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import type { OperationContext, OperationRequest } from "#lib/policy/operations/evaluation.ts";
import { frozenSpecReasons } from "#lib/policy/operations/hibernation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { findObjectBlocker } from "./object-blockers.ts";
import type { Cluster } from "./use-cluster.ts";

/** Input of the rules: the user's permissions and why Gardener holds back. Unknown permissions deny nothing. */
export function operationContextOf({ detail, shoot }: Pick<Cluster, "detail" | "shoot">): OperationContext {
  const { patchShoot, uncertain } = detail.permissions;
  return {
    can: ({ verb }) => (uncertain || verb !== "patch" ? undefined : patchShoot),
    ...reconcileBlockerContextOf(shoot, detail.view),
  };
}

/** Why the spec cannot be changed: an object refusal, or the garden has frozen it. Undefined if it can. */
export function findSpecBlocker(cluster: Cluster): string | undefined {
  const refused = findObjectBlocker(cluster);
  if (refused !== undefined) return refused;
  const [first] = frozenSpecReasons(shootFacts(cluster.shoot));
  return first && describeReason(first);
}

/** Why an operation makes no sense on the cluster in its present state; undefined if it does or only time decides. */
export function findOperationBlocker(
  cluster: Cluster,
  request: OperationRequest,
  now: number,
  rules?: GardenerRules,
): string | undefined {
  if (cluster.gone) return text("The cluster is no longer there.");
  const { decision, reasons } = evaluate(request, cluster.shoot, now, { ...operationContextOf(cluster), rules });
  const [first] = reasons;
  const refused = decision === "deny" || decision === "hide";
  // Gardener accepts a retry of an operation that has not failed and does nothing, so refuse it here.
  const idle = request.id === "retry" && decision === "latent";
  return (refused || idle) && first ? describeReason(first) : undefined;
}
