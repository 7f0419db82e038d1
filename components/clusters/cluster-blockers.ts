import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { reconcileBlockerContextOf } from "#lib/policy/next/reconcile-blocker-context.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { frozenSpecReasons } from "#lib/policy/operations/hibernation.ts";
import type { OperationContext, OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { findShootWriteBlocker } from "./object-blockers.ts";
import type { Cluster } from "./use-cluster.ts";

/** Input of operation rules: user permissions (unknown ones count as granted) and why Gardener does not reconcile. */
export function operationContextOf({ detail, shoot }: Pick<Cluster, "detail" | "shoot">): OperationContext {
  const { patchShoot, uncertain } = detail.permissions;
  return {
    can: ({ verb }) => (uncertain || verb !== "patch" ? undefined : patchShoot),
    ...reconcileBlockerContextOf(shoot, detail.view),
  };
}

/** Returns why the Shoot's spec cannot be changed; undefined if it can be changed. */
export function findSpecChangeBlocker(cluster: Cluster): string | undefined {
  const refused = findShootWriteBlocker(cluster);
  if (refused !== undefined) return refused;
  const [first] = frozenSpecReasons(shootFacts(cluster.shoot, rulesOfShoot(cluster.shoot, cluster.detail.view)));
  return first && describeReason(first);
}

/** Why an operation is impossible or useless in a cluster's present state; undefined if possible, now or later. */
export function findOperationBlocker(
  cluster: Cluster,
  request: OperationRequest,
  now: number,
  rules?: GardenerRules,
): string | undefined {
  if (cluster.gone) return text("The cluster is no longer there.");
  const { decision, reasons } = evaluateOperation(request, cluster.shoot, now, {
    ...operationContextOf(cluster),
    rules,
  });
  const [first] = reasons;
  const refused = decision === "deny" || decision === "hide";
  // Gardener accepts a retry of an operation that has not failed, but ignores it, so the retry is refused here.
  const idle = request.id === "retry" && decision === "latent";
  return (refused || idle) && first ? describeReason(first) : undefined;
}
