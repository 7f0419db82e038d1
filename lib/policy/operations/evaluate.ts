import type { Shoot } from "#lib/garden/shoot.ts";
import { accessOf } from "./catalogue.ts";
import { evaluateAnnotation } from "./evaluate-annotation.ts";
import { changesSpec, otherGrounds } from "./evaluate-other.ts";
import { type Evaluation, type OperationContext, type OperationRequest, weigh } from "./evaluation.ts";
import type { Reason } from "./reasons.ts";
import { type ShootFacts, shootFacts } from "./shoot-facts.ts";
import { isAnnotationOperation, type OperationId } from "./vocabulary.ts";

function missingRights(id: OperationId, { can }: OperationContext): Reason[] {
  if (!can) return [];
  return accessOf(id)
    .filter((rule) => can(rule) === false)
    .map(({ verb, group, resource }) => ({ id: "rbac-missing", verb, group, resource }));
}

/** When, and what else is known. */
export interface Circumstances {
  readonly nowMs: number;
  readonly context: OperationContext;
}

/** The same as `evaluate` for facts that have been read already. */
export function evaluateFacts(
  request: OperationRequest,
  facts: ShootFacts,
  { context, nowMs }: Circumstances,
): Evaluation {
  const { id } = request;
  const denied = missingRights(id, context);
  if (denied.length > 0) return weigh(request, facts, { denied });
  if (isAnnotationOperation(id)) return evaluateAnnotation({ ...request, id }, facts, { context, nowMs });
  return weigh(request, facts, {
    ...otherGrounds(id, facts, context),
    generationDelta: changesSpec(id) ? 1 : 0,
  });
}

/**
 * Whether an operation may be requested now, why not, what it does, and what else should be known; in the order rights,
 * object state, the garden's rules, effect now, hints. It is advice that explains: the garden decides.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export function evaluate(
  request: OperationRequest,
  shoot: Shoot,
  nowMs: number,
  context: OperationContext = {},
): Evaluation {
  return evaluateFacts(request, shootFacts(shoot, context.rules), { context, nowMs });
}
