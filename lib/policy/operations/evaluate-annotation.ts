import { isTruthy } from "#lib/policy/status/truthy.ts";
import { annotations, rolloutFamily } from "./annotations.ts";
import { operationCatalogue } from "./catalogue.ts";
import { type Evaluation, type Grounds, type OperationContext, type OperationRequest, weigh } from "./evaluation.ts";
import { cautionsOf, hintsOf, ownRefusals } from "./hazards.ts";
import type { Reason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { processOperations } from "./strategy.ts";
import { checkOperations, isInVocabulary } from "./validate-operations.ts";
import type { AnnotationOperationId } from "./vocabulary.ts";

/** Why gardenlet would not act on anything for this Shoot now. */
export function heldBack({ shoot, rules }: ShootFacts, context: OperationContext): readonly Reason[] {
  const reasons: Reason[] = [];
  if (context.seedEmergencyStop && rules("seed.emergencyStop") === "present") reasons.push({ id: "emergency-stop" });
  if (isTruthy(shoot.metadata.annotations?.[annotations.ignore])) {
    // gardenlet honours it for certain in the namespace garden only; elsewhere by its own configuration.
    reasons.push({ id: "ignored", certain: shoot.metadata.namespace === "garden" });
  }
  return reasons;
}

function latentReasons(facts: ShootFacts, operation: AnnotationOperationId): readonly Reason[] {
  if (!facts.reconciledOnce) return [{ id: "never-reconciled" }];
  if (operation === "retry") return facts.lastState === "Failed" ? [] : [{ id: "not-failed" }];
  const reasons: Reason[] = [];
  if (facts.lastState === "Failed") reasons.push({ id: "failed-needs-retry" });
  if (operation === "rotate-ssh-keypair" && !facts.sshEnabled) {
    reasons.push(facts.workers.length === 0 ? { id: "workerless" } : { id: "ssh-disabled" });
  }
  return reasons;
}

function hiddenReasons(facts: ShootFacts, operation: AnnotationOperationId): Reason[] {
  if (!isInVocabulary(operation, facts.rules)) return [{ id: "unknown-operation", operation }];
  const { kubernetes } = operationCatalogue[operation];
  const tooNew = kubernetes?.below === 34 && facts.kubernetes134 && facts.rules("rotation.etcdTwoStep") === "below134";
  return tooNew ? [{ id: "k8s-134-single-step-only", operation }] : [];
}

/** The text for the annotation. The rollout operations carry their pools. */
export function annotationValue({ id, pools }: OperationRequest): string {
  return rolloutFamily(id) ? `${id}=${(pools ?? []).join(",")}` : id;
}

function united(pending: readonly string[], operation: string): readonly string[] {
  if (pending.length === 0) return [operation];
  return pending.includes(operation) ? pending : [...pending, operation];
}

/** What the garden refuses and how it takes the operation, together with what is pending already. */
function serverGrounds(
  facts: ShootFacts,
  operation: string,
  when: "now" | "in-window",
): Grounds & { generationDelta: 0 | 1; vanishes: boolean } {
  const planned = when === "in-window";
  const wanted = planned ? facts.operations : united(facts.operations, operation);
  const { operations, generationDelta } = planned
    ? { operations: wanted, generationDelta: 0 as const }
    : processOperations(facts.shoot, wanted);
  const maintenanceOperations = planned ? united(facts.maintenanceOperations, operation) : facts.maintenanceOperations;
  const errors = checkOperations(facts, { operations, maintenanceOperations });
  const vanishes = !planned && operation === "rotate-ssh-keypair" && !facts.sshEnabled;
  return { denied: errors.map(({ reason }) => reason), generationDelta, vanishes };
}

/**
 * Evaluates an operation of the annotation, in the order: object state, the garden's rules, effect now, hints.
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export function evaluateAnnotation(
  request: OperationRequest & { readonly id: AnnotationOperationId },
  facts: ShootFacts,
  { context, nowMs }: { readonly context: OperationContext; readonly nowMs: number },
): Evaluation {
  const { id, when = "now" } = request;
  const hidden = hiddenReasons(facts, id);
  if (hidden.length > 0) return weigh(request, facts, { hidden });
  const server = serverGrounds(facts, annotationValue(request), when);
  return weigh(request, facts, {
    ...server,
    deniedByUs: ownRefusals(facts, id, when),
    latent: [...heldBack(facts, context), ...latentReasons(facts, id)],
    cautions: cautionsOf(facts, id),
    hints: hintsOf(facts, id, { when, nowMs }),
  });
}
