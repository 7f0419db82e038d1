import type { Shoot } from "#lib/garden/shoot.ts";
import { maintenanceWindow, windowContains } from "../maintenance/time-window.ts";
import { accessRulesOfOperation } from "./catalogue.ts";
import { evaluateAnnotation, findReconcileBlockers } from "./evaluate-annotation.ts";
import { changesSpec, nonAnnotationReasons } from "./evaluate-other.ts";
import {
  evaluationFromReasons,
  type OperationContext,
  type OperationEvaluation,
  type OperationRequest,
} from "./operation-evaluation.ts";
import type { OperationReason } from "./reasons.ts";
import { type ShootFacts, shootFacts } from "./shoot-facts.ts";
import { isAnnotationOperation, type OperationId, operationIds } from "./vocabulary.ts";

const noReasons: readonly OperationReason[] = [];

function missingRights(id: OperationId, { can }: OperationContext): readonly OperationReason[] {
  if (!can) return noReasons;
  return accessRulesOfOperation(id)
    .filter((rule) => can(rule) === false)
    .map(({ verb, group, resource }) => ({ id: "rbac-missing", verb, group, resource }));
}

interface Circumstances {
  readonly context: OperationContext;
  readonly held: readonly OperationReason[];
  readonly windowOpen: boolean;
  readonly nowMs: number;
}

/** Derives facts that all operation evaluations share; the window only matters while an operation is pending. */
function circumstancesOf(facts: ShootFacts, nowMs: number, context: OperationContext): Circumstances {
  const pending = facts.operations.length > 0;
  const windowOpen = pending && windowContains(maintenanceWindow(facts.shoot).effective, nowMs);
  return { context, held: findReconcileBlockers(facts, context), windowOpen, nowMs };
}

function evaluateFacts(
  request: OperationRequest,
  facts: ShootFacts,
  circumstances: Circumstances,
): OperationEvaluation {
  const { id } = request;
  const { context } = circumstances;
  const denied = missingRights(id, context);
  if (denied.length > 0) return evaluationFromReasons(request, facts, { denied });
  if (isAnnotationOperation(id)) {
    const { maintenanceChanges } = context;
    return evaluateAnnotation(id, facts, { request, ...circumstances, maintenanceChanges });
  }
  const grounds = nonAnnotationReasons(id, facts, { ...circumstances, request });
  return evaluationFromReasons(request, facts, changesSpec(id) ? { ...grounds, generationDelta: 1 } : grounds);
}

/**
 * Whether an operation may be requested now, why not, its effects, and hints; in the order permissions, object state,
 * the garden's rules, effect now, hints. Advisory only: the garden decides.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export function evaluateOperation(
  request: OperationRequest,
  shoot: Shoot,
  nowMs: number,
  context: OperationContext = {},
): OperationEvaluation {
  const facts = shootFacts(shoot, context.rules);
  return evaluateFacts(request, facts, circumstancesOf(facts, nowMs, context));
}

const plainRequests: ReadonlyMap<OperationId, OperationRequest> = new Map(operationIds.map((id) => [id, { id }]));
const rollEverything: OperationRequest = { id: "rollout-workers", pools: ["*"] };

/** The default request of an operation in a menu: a rollout covers all pools that wait or can be rolled. */
export function defaultOperationRequest(id: OperationId, shoot: Shoot): OperationRequest {
  if (id === "rollout-workers") return rollEverything;
  if (id !== "rotate-rollout-workers") return plainRequests.get(id) ?? { id };
  const rotation = shoot.status?.credentials?.rotation;
  const pending = [rotation?.certificateAuthorities, rotation?.serviceAccountKey].flatMap(
    (family) => family?.pendingWorkersRollouts ?? [],
  );
  return { id, pools: [...new Set(pending.map(({ name }) => name))] };
}

/** The evaluation of every operation of the catalogue for one Shoot, with the default request of each. */
export function evaluateAllOperations(
  shoot: Shoot,
  nowMs: number,
  context: OperationContext = {},
): ReadonlyMap<OperationId, OperationEvaluation> {
  const facts = shootFacts(shoot, context.rules);
  const circumstances = circumstancesOf(facts, nowMs, context);
  const evaluations = new Map<OperationId, OperationEvaluation>();
  for (const id of operationIds)
    evaluations.set(id, evaluateFacts(defaultOperationRequest(id, shoot), facts, circumstances));
  return evaluations;
}
