import {
  isNodeRollingFamily,
  isPhasedFamily,
  isRotationPhaseIdle,
  type PhasedFamily,
  type RotationFamily,
} from "../rotations/families.ts";
import { rolloutOperation, rolloutOperationPrefix, rolloutPoolsOf, rotateRolloutOperation } from "./annotations.ts";
import { annotationCatalogue } from "./catalogue.ts";
import { beginsRotation } from "./catalogue-entry.ts";
import { forbiddenFieldError, type OperationCheck, type OperationError } from "./field-error.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "./vocabulary.ts";

type Check = OperationCheck<ShootFacts>;

function checkStartGate({ facts, field, errors }: Check): void {
  if (facts.startGate) return;
  errors.push(
    forbiddenFieldError(field, { id: "last-operation-not-ready", type: facts.lastType, state: facts.lastState }),
  );
}

function checkIdle({ facts, field, errors }: Check, family: PhasedFamily): void {
  const phase = facts.phases[family];
  if (!isRotationPhaseIdle(phase))
    errors.push(forbiddenFieldError(field, { id: "rotation-in-progress", family, phase }));
}

function checkPrepared({ facts, field, errors }: Check, family: PhasedFamily): void {
  const phase = facts.phases[family];
  if (phase !== "Prepared") errors.push(forbiddenFieldError(field, { id: "not-prepared", family, phase }));
}

function checkInPlacePending({ facts, field, errors }: Check): void {
  const { rules, pendingAuto, pendingManual } = facts;
  if (pendingAuto.length === 0 && pendingManual.length === 0) return;
  if (rules("op.inPlacePending") === "ignored") return;
  if (pendingAuto.length > 0) {
    errors.push(forbiddenFieldError(field, { id: "worker-update-pending", strategy: "auto", pools: pendingAuto }));
  }
  if (pendingManual.length > 0) {
    errors.push(forbiddenFieldError(field, { id: "worker-update-pending", strategy: "manual", pools: pendingManual }));
  }
}

function checkStart(check: Check, families: readonly RotationFamily[]): void {
  if (!families.some(isPhasedFamily)) return;
  checkStartGate(check);
  for (const family of families) if (isPhasedFamily(family)) checkIdle(check, family);
  if (families.some(isNodeRollingFamily)) checkInPlacePending(check);
}

function checkComplete(check: Check, families: readonly RotationFamily[]): void {
  const { facts } = check;
  const withoutEtcd = facts.kubernetes134 && facts.rules("rotation.completeWithoutEtcd") === "from134";
  for (const family of families) {
    const left = withoutEtcd && family === "etcdEncryptionKey" && families.length > 1;
    if (isPhasedFamily(family) && !left) checkPrepared(check, family);
  }
}

function checkKnown(check: Check, operation: AnnotationOperationId): void {
  const entry = annotationCatalogue[operation];
  if (entry.refusedInDeletion && check.facts.deleting) {
    check.errors.push(forbiddenFieldError(check.field, { id: "deletion", operation }));
  }
  if (beginsRotation(entry)) checkStart(check, entry.families);
  if (entry.step === "complete") checkComplete(check, entry.families);
}

/**
 * Validates an operation against the Shoot's state: rotation start, phases, pending in-place updates, pool names.
 * @source Gardener: pkg/api/core/validation/shoot.go (validateShootOperationContext)
 */
export function checkOperationContext(check: Check, operation: string): void {
  const family = rolloutOperationPrefix(operation);
  if (family) {
    const checkPools = family === rolloutOperation ? checkRollout : checkRotateRollout;
    check.errors.push(...checkPools(check.facts, operation, check.field));
  } else if (isAnnotationOperation(operation)) checkKnown(check, operation);
}

/** Errors for pool names in an operation: empty ones once, repeated ones per repetition, unknown ones each time. */
function checkNames(pools: readonly string[], known: readonly string[], field: string): OperationError[] {
  const errors: OperationError[] = [];
  if (pools.includes("")) errors.push({ type: "Required", field, reason: { id: "pool-required" } });
  const [names, seen] = [new Set(known), new Set<string>()];
  for (const pool of pools) {
    if (seen.has(pool)) errors.push({ type: "Duplicate", field, reason: { id: "pool-duplicate", pool } });
    seen.add(pool);
    if (!names.has(pool)) errors.push({ type: "Invalid", field, reason: { id: "pool-unknown", pool } });
  }
  return errors;
}

/**
 * Validates `rotate-rollout-workers=<pools>`: a rotation must wait for these existing pools; `*` is not allowed.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
function checkRotateRollout(facts: ShootFacts, operation: string, field: string): OperationError[] {
  const errors: OperationError[] = [];
  const { certificateAuthorities, serviceAccountKey } = facts.phases;
  const waiting = "WaitingForWorkersRollout";
  if (certificateAuthorities !== waiting && serviceAccountKey !== waiting) {
    errors.push(forbiddenFieldError(field, { id: "no-waiting-rotation" }));
  }
  return [...errors, ...checkNames(rolloutPoolsOf(operation, rotateRolloutOperation), facts.pools, field)];
}

/**
 * Validates `rollout-workers=<pools>` or `rollout-workers=*`: no listed pool may be updated in place.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
function checkRollout(facts: ShootFacts, operation: string, field: string): OperationError[] {
  const named = rolloutPoolsOf(operation, rolloutOperation);
  const everything = named.length === 1 && named[0] === "*";
  const pools = everything ? facts.pools : named;
  const errors: OperationError[] = [];
  if (!everything && named.includes("*")) errors.push(forbiddenFieldError(field, { id: "pool-wildcard" }));
  errors.push(...checkNames(pools, facts.pools, field));
  const inPlace = new Set(facts.inPlacePools);
  for (const pool of pools) {
    if (inPlace.has(pool)) {
      errors.push({ type: "Invalid", field, reason: { id: "pool-in-place", pool } });
    }
  }
  return errors;
}
