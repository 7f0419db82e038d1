import type { Worker } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

type Amount = number | string | null | undefined;

/** Fields of a pool that limit how many nodes may be new or missing during an update. */
export type SurgeSettings = Pick<Worker, "updateStrategy" | "maxSurge" | "maxUnavailable">;

/**
 * Validation of maxSurge and maxUnavailable: non-negative integers or percentages; at most 100 % unavailable; not both
 * zero. A pool with manual in-place updates must set neither, not even 0; this is reported besides other errors.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorker
 */
export function validateSurge(
  { updateStrategy, maxSurge, maxUnavailable }: SurgeSettings,
  rules: GardenerRules = newestRules,
): FieldErrors {
  const manual = updateStrategy === "ManualInPlaceUpdate" ? rules("inplace.manualSurge") : "asRolling";
  const areZero = isZero(maxSurge) && isZero(maxUnavailable);
  return [
    ...amountErrors("maxSurge", maxSurge),
    ...amountErrors("maxUnavailable", maxUnavailable),
    ...fieldErrorIf(percentOf(maxUnavailable) > 100, "maxUnavailable", "OVER_100_PERCENT"),
    ...fieldErrorIf(manual === "absentOnly" && isSet(maxSurge), "maxSurge", "MANUAL_MUST_BE_UNSET"),
    ...fieldErrorIf(manual === "absentOnly" && isSet(maxUnavailable), "maxUnavailable", "MANUAL_MUST_BE_UNSET"),
    ...fieldErrorIf(manual === "surgeZero" && !isZero(maxSurge), "maxSurge", "SURGE_MUST_BE_ZERO"),
    ...fieldErrorIf(manual === "asRolling" && areZero, "maxUnavailable", "BOTH_ZERO"),
  ];
}

function amountErrors(path: string, amount: Amount): FieldErrors {
  if (amount === undefined || amount === null) return [];
  const isAmount = typeof amount === "string" ? /^[0-9]+%$/.test(amount) : Number.isInteger(amount);
  if (!isAmount) return [fieldError(path, "NOT_INT_OR_PERCENT")];
  return fieldErrorIf(typeof amount === "number" && amount < 0, path, "NEGATIVE");
}

function percentOf(amount: Amount): number {
  return typeof amount === "string" && /^[0-9]+%$/.test(amount) ? Number(amount.slice(0, -1)) : 0;
}

/** Whether the API server reads an amount as zero. Text that is neither a number nor a percentage counts as zero. */
function isZero(amount: Amount): boolean {
  if (amount === undefined || amount === null) return true;
  if (typeof amount === "number") return amount === 0;
  if (/^[+-]?[0-9]+$/.test(amount)) return Number(amount) === 0;
  return percentOf(amount) === 0;
}

/**
 * Distributes `size` over zones: equal shares, the remainder to the first zones. So a surge of one over three zones
 * only applies to the first.
 * @source Gardener: extensions/pkg/controller/worker, DistributeOverZones
 */
export function distributeOverZones(size: number, zones: number): readonly number[] {
  if (!Number.isInteger(zones) || zones < 1) return [];
  return Array.from({ length: zones }, (_, zone) => Math.floor(size / zones) + (zone < size % zones ? 1 : 0));
}

/**
 * A percentage of `total` per zone: unchanged when all zones are the same size, otherwise weighted by their share.
 * @source Gardener: extensions/pkg/controller/worker, DistributePercentOverZones
 */
export function distributePercentOverZones(percent: string, total: number, zones: number): readonly string[] {
  if (!Number.isInteger(zones) || zones < 1) return [];
  // Text that is no percentage cannot be weighted; validation rejects it.
  if (total % zones === 0 || !/^[0-9]+%$/.test(percent)) return Array.from({ length: zones }, () => percent);
  const amount = Number.parseInt(percent, 10);
  const share = total / zones;
  return distributeOverZones(total, zones).map((nodes) => `${Math.ceil((amount * nodes) / share)}%`);
}
