import { poolsOf, rollout, rotateRollout } from "./annotations.ts";
import { forbidden, type OperationError } from "./field-error.ts";
import type { ShootFacts } from "./shoot-facts.ts";

/** An empty name counts once, a repeated one at each repetition, an unknown one (the empty too) at each occurrence. */
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
 * `rotate-rollout-workers=<pools>`: a family must wait for its pools, and every pool must exist. `*` is not understood.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkRotateRollout(facts: ShootFacts, operation: string, field: string): OperationError[] {
  const errors: OperationError[] = [];
  const { certificateAuthorities, serviceAccountKey } = facts.phases;
  const waiting = "WaitingForWorkersRollout";
  if (certificateAuthorities !== waiting && serviceAccountKey !== waiting) {
    errors.push(forbidden(field, { id: "no-waiting-rotation" }));
  }
  return [...errors, ...checkNames(poolsOf(operation, rotateRollout), facts.pools, field)];
}

/**
 * `rollout-workers=<pools>` or `rollout-workers=*`: no named pool may be updated in place.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkRollout(facts: ShootFacts, operation: string, field: string): OperationError[] {
  const named = poolsOf(operation, rollout);
  const everything = named.length === 1 && named[0] === "*";
  const pools = everything ? facts.pools : named;
  const errors: OperationError[] = [];
  if (!everything && named.includes("*")) errors.push(forbidden(field, { id: "pool-wildcard" }));
  errors.push(...checkNames(pools, facts.pools, field));
  const inPlace = new Set(facts.inPlacePools);
  for (const pool of pools) {
    if (inPlace.has(pool)) {
      errors.push({ type: "Invalid", field, reason: { id: "pool-in-place", pool } });
    }
  }
  return errors;
}
