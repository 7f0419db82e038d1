import type { Shoot } from "#lib/garden/shoot.ts";
import { isLeavingSeed } from "../status/seed-move.ts";
import { isTruthy } from "../status/truthy.ts";
import { annotationOf, annotations, rolloutOperationPrefix } from "./annotations.ts";
import { operationCatalogue } from "./catalogue.ts";
import { pendingOperationsAfterAdding } from "./compose.ts";
import { cautionsOfOperation, findDashboardBlockers, hintsOfOperation } from "./hazards.ts";
import { findRunRejection } from "./maintenance-operations.ts";
import {
  evaluationFromReasons,
  type OperationContext,
  type OperationEvaluation,
  type OperationRequest,
} from "./operation-evaluation.ts";
import type { OperationReason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type ProcessedOperations, processOperations } from "./strategy.ts";
import { checkOperations } from "./validate-operations.ts";
import type { AnnotationOperationId } from "./vocabulary.ts";

const noReasons: readonly OperationReason[] = [];

/** An operation request, with the facts besides the Shoot that its evaluation needs. */
export interface OperationRequestContext {
  readonly request: OperationRequest;
  /** Reasons why gardenlet would currently not act on this Shoot. */
  readonly held: readonly OperationReason[];
  /** Whether a maintenance run may begin now. */
  readonly windowOpen: boolean;
  /** Whether the changes of a maintenance run would increase the generation, where known. */
  readonly maintenanceChanges?: boolean | undefined;
  readonly nowMs: number;
}

/** Reasons why gardenlet would not act on this Shoot now. A migration comes first, an unready Seed last. */
export function findReconcileBlockers(
  { shoot, rules }: ShootFacts,
  context: OperationContext,
): readonly OperationReason[] {
  const reasons: OperationReason[] = [];
  if (isLeavingSeed(shoot)) reasons.push({ id: "leaving-seed" });
  if (context.seedEmergencyStop && rules("seed.emergencyStop") === "present") reasons.push({ id: "emergency-stop" });
  if (isIgnored(shoot) && shoot.metadata.namespace === "garden") reasons.push({ id: "ignored" });
  if (context.seedSilent) reasons.push({ id: "seed-silent" });
  if (context.seedNotReady && reasons.length === 0) reasons.push({ id: "seed-not-ready" });
  return reasons.length > 0 ? reasons : noReasons;
}

/** Why gardenlet may skip a Shoot: the ignore annotation, if enabled outside namespace `garden` (not visible). */
export function findPossibleReconcileBlockers({ shoot }: ShootFacts): readonly OperationReason[] {
  return isIgnored(shoot) && shoot.metadata.namespace !== "garden" ? [{ id: "perhaps-ignored" }] : noReasons;
}

function isIgnored({ metadata }: Pick<Shoot, "metadata">): boolean {
  return isTruthy(metadata.annotations?.[annotations.ignore]);
}

function latentReasons(
  facts: ShootFacts,
  operation: AnnotationOperationId,
  { held, maintenanceChanges, nowMs }: OperationRequestContext,
): readonly OperationReason[] {
  if (!facts.reconciledOnce) return [...held, { id: "never-reconciled" }];
  const failed = facts.lastState === "Failed";
  if (operation === "retry") return failed ? held : [...held, { id: "not-failed" }];
  if (operation === "maintain") {
    const refused = findRunRejection(facts, nowMs);
    if (refused) return [...held, refused];
    if (failed && (maintenanceChanges || isTruthy(annotationOf(facts.shoot, annotations.needsRetry)))) return held;
  }
  const vanishes = operation === "rotate-ssh-keypair" && !facts.sshEnabled;
  if (!failed && !vanishes) return held;
  const reasons = [...held];
  if (failed) reasons.push({ id: "failed-needs-retry" });
  if (vanishes) {
    reasons.push(facts.workers.length === 0 ? { id: "workerless" } : { id: "ssh-disabled" });
  }
  return reasons;
}

function hiddenReasons(facts: ShootFacts, operation: AnnotationOperationId): readonly OperationReason[] {
  if (facts.unknown.has(operation)) return [{ id: "unknown-operation", operation }];
  const { etcdTwoStep } = operationCatalogue[operation];
  const tooNew = etcdTwoStep && facts.kubernetes134 && facts.rules("rotation.etcdTwoStep") === "below134";
  return tooNew ? [{ id: "k8s-134-single-step-only", operation }] : noReasons;
}

/** The operation request as written in the annotation. Rollout operations include their pools. */
export function formatOperationRequest({ id, pools }: OperationRequest): string {
  return rolloutOperationPrefix(id) ? `${id}=${(pools ?? []).join(",")}` : id;
}

function united(pending: readonly string[], operation: string): readonly string[] {
  if (pending.length === 0) return [operation];
  const kept = pendingOperationsAfterAdding(operation, pending);
  return kept.includes(operation) ? kept : [...kept, operation];
}

interface ServerView {
  readonly denied: readonly OperationReason[];
  readonly generationDelta: 0 | 1;
  readonly vanishes: boolean;
}

/** The API server's errors for an operation, and how it processes the operation together with pending ones. */
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
 * Evaluates an operation requested by annotation, in this order: Shoot state, API server rules, effect now, hints.
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export function evaluateAnnotation(
  id: AnnotationOperationId,
  facts: ShootFacts,
  asked: OperationRequestContext,
): OperationEvaluation {
  const { request, windowOpen } = asked;
  const { when = "now" } = request;
  const hidden = hiddenReasons(facts, id);
  if (hidden.length > 0) return evaluationFromReasons(request, facts, { hidden });
  const { denied, generationDelta, vanishes } = serverView(
    facts,
    formatOperationRequest(request),
    when === "in-window",
  );
  return evaluationFromReasons(request, facts, {
    denied,
    generationDelta,
    vanishes,
    deniedByUs: findDashboardBlockers(facts, id, when),
    latent: latentReasons(facts, id, asked),
    cautions: cautionsOfOperation(facts, id),
    hints: hintsOfOperation(facts, id, { when, windowOpen }),
  });
}
