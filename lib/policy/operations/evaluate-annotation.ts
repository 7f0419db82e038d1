import { isTruthy } from "#lib/policy/status/truthy.ts";
import { annotations, rolloutFamily } from "./annotations.ts";
import { operationCatalogue } from "./catalogue.ts";
import { keptBeside } from "./compose.ts";
import { type Evaluation, type OperationContext, type OperationRequest, weigh } from "./evaluation.ts";
import { cautionsOf, hintsOf, ownRefusals } from "./hazards.ts";
import type { Reason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type ProcessedOperations, processOperations } from "./strategy.ts";
import { checkOperations } from "./validate-operations.ts";
import type { AnnotationOperationId } from "./vocabulary.ts";

const noReasons: readonly Reason[] = [];

/** What is asked, and what is known besides the Shoot. */
export interface Asked {
  readonly request: OperationRequest;
  /** Why gardenlet would not act on anything for this Shoot now. */
  readonly held: readonly Reason[];
  /** Whether a maintenance run may begin now. */
  readonly windowOpen: boolean;
}

/** Why gardenlet would not act on anything for this Shoot now. */
export function heldBack({ shoot, rules }: ShootFacts, context: OperationContext): readonly Reason[] {
  const ignored = isTruthy(shoot.metadata.annotations?.[annotations.ignore]);
  if (!ignored && !context.seedEmergencyStop) return noReasons;
  const reasons: Reason[] = [];
  if (context.seedEmergencyStop && rules("seed.emergencyStop") === "present") reasons.push({ id: "emergency-stop" });
  if (ignored) {
    // gardenlet honours it for certain in the namespace garden only; elsewhere by its own configuration.
    reasons.push({ id: "ignored", certain: shoot.metadata.namespace === "garden" });
  }
  return reasons;
}

function latentReasons(
  facts: ShootFacts,
  operation: AnnotationOperationId,
  held: readonly Reason[],
): readonly Reason[] {
  if (!facts.reconciledOnce) return [...held, { id: "never-reconciled" }];
  const failed = facts.lastState === "Failed";
  if (operation === "retry") return failed ? held : [...held, { id: "not-failed" }];
  const vanishes = operation === "rotate-ssh-keypair" && !facts.sshEnabled;
  if (!failed && !vanishes) return held;
  const reasons = [...held];
  if (failed) reasons.push({ id: "failed-needs-retry" });
  if (vanishes) {
    reasons.push(facts.workers.length === 0 ? { id: "workerless" } : { id: "ssh-disabled" });
  }
  return reasons;
}

function hiddenReasons(facts: ShootFacts, operation: AnnotationOperationId): readonly Reason[] {
  if (facts.unknown.has(operation)) return [{ id: "unknown-operation", operation }];
  const { etcdTwoStep } = operationCatalogue[operation];
  const tooNew = etcdTwoStep && facts.kubernetes134 && facts.rules("rotation.etcdTwoStep") === "below134";
  return tooNew ? [{ id: "k8s-134-single-step-only", operation }] : noReasons;
}

/** The text for the annotation. The rollout operations carry their pools. */
export function annotationValue({ id, pools }: OperationRequest): string {
  return rolloutFamily(id) ? `${id}=${(pools ?? []).join(",")}` : id;
}

function united(pending: readonly string[], operation: string): readonly string[] {
  if (pending.length === 0) return [operation];
  const kept = keptBeside(operation, pending);
  return kept.includes(operation) ? kept : [...kept, operation];
}

interface ServerView {
  readonly denied: readonly Reason[];
  readonly generationDelta: 0 | 1;
  readonly vanishes: boolean;
}

/** What the garden refuses and how it takes the operation, together with what is pending already. */
function serverView(facts: ShootFacts, operation: string, planned: boolean): ServerView {
  const processed: ProcessedOperations = planned
    ? { operations: facts.operations, generationDelta: 0 }
    : processOperations(facts.shoot, united(facts.operations, operation));
  const errors = checkOperations(facts, {
    operations: processed.operations,
    maintenanceOperations: planned ? united(facts.maintenanceOperations, operation) : facts.maintenanceOperations,
  });
  return {
    denied: errors.length > 0 ? errors.map(({ reason }) => reason) : noReasons,
    generationDelta: processed.generationDelta,
    vanishes: !planned && operation === "rotate-ssh-keypair" && !facts.sshEnabled,
  };
}

/**
 * Evaluates an operation of the annotation, in the order: object state, the garden's rules, effect now, hints.
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export function evaluateAnnotation(
  id: AnnotationOperationId,
  facts: ShootFacts,
  { request, held, windowOpen }: Asked,
): Evaluation {
  const { when = "now" } = request;
  const hidden = hiddenReasons(facts, id);
  if (hidden.length > 0) return weigh(request, facts, { hidden });
  const { denied, generationDelta, vanishes } = serverView(facts, annotationValue(request), when === "in-window");
  return weigh(request, facts, {
    denied,
    generationDelta,
    vanishes,
    deniedByUs: ownRefusals(facts, id, when),
    latent: latentReasons(facts, id, held),
    cautions: cautionsOf(facts, id),
    hints: hintsOf(facts, id, { when, windowOpen }),
  });
}
