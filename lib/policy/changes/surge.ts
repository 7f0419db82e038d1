import type { Worker } from "#lib/garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { ChangeFault } from "../settings/fault.ts";

type Amount = number | string | null | undefined;

/** The fields of a pool that say how many nodes may be new or missing during an update. */
export type SurgeSettings = Pick<Worker, "updateStrategy" | "maxSurge" | "maxUnavailable">;

/**
 * The rules for maxSurge and maxUnavailable: whole numbers from zero, or percentages; at most 100 % unavailable; not
 * both zero; and on a pool with manual in-place updates neither, not even 0, which is told beside what else is wrong.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorker
 */
export function validateSurge(
  { updateStrategy, maxSurge, maxUnavailable }: SurgeSettings,
  rules: EditionRules = newestRules,
): readonly ChangeFault[] {
  const manual = updateStrategy === "ManualInPlaceUpdate" ? rules("inplace.manualSurge") : "asRolling";
  const faults = [...amountFaults("maxSurge", maxSurge), ...amountFaults("maxUnavailable", maxUnavailable)];
  if (percentOf(maxUnavailable) > 100) faults.push(invalid("maxUnavailable", "OVER_100_PERCENT"));
  if (manual === "absentOnly") {
    faults.push(...mustBeUnset("maxSurge", maxSurge), ...mustBeUnset("maxUnavailable", maxUnavailable));
  }
  if (manual === "surgeZero" && !isZero(maxSurge)) faults.push(invalid("maxSurge", "SURGE_MUST_BE_ZERO"));
  if (manual === "asRolling" && isZero(maxSurge) && isZero(maxUnavailable)) {
    faults.push(invalid("maxUnavailable", "BOTH_ZERO"));
  }
  return faults;
}

function mustBeUnset(path: string, amount: Amount): readonly ChangeFault[] {
  return amount === undefined || amount === null ? [] : [invalid(path, "MANUAL_MUST_BE_UNSET")];
}

function amountFaults(path: string, amount: Amount): ChangeFault[] {
  if (amount === undefined || amount === null) return [];
  if (typeof amount === "string") return /^[0-9]+%$/.test(amount) ? [] : [invalid(path, "NOT_INT_OR_PERCENT")];
  if (!Number.isInteger(amount)) return [invalid(path, "NOT_INT_OR_PERCENT")];
  return amount < 0 ? [invalid(path, "NEGATIVE")] : [];
}

function invalid(path: string, code: ChangeFault["code"]): ChangeFault {
  return { path, code, type: "Invalid" };
}

function percentOf(amount: Amount): number {
  return typeof amount === "string" && /^[0-9]+%$/.test(amount) ? Number(amount.slice(0, -1)) : 0;
}

/** As the server tests it: a numeric text counts as its number, any other text that is no percentage as zero. */
function isZero(amount: Amount): boolean {
  if (amount === undefined || amount === null) return true;
  if (typeof amount === "number") return amount === 0;
  if (/^[+-]?[0-9]+$/.test(amount)) return Number(amount) === 0;
  return percentOf(amount) === 0;
}

/**
 * How many of `size` fall to each zone: equal shares, the rest to the first zones. So a surge of one over three zones
 * only ever happens in the first.
 * @source Gardener: extensions/pkg/controller/worker, DistributeOverZones
 */
export function distributeOverZones(size: number, zones: number): readonly number[] {
  if (!Number.isInteger(zones) || zones < 1) return [];
  return Array.from({ length: zones }, (_, zone) => Math.floor(size / zones) + (zone < size % zones ? 1 : 0));
}

/**
 * A percentage of `total` per zone: unchanged where the zones are equally large, otherwise weighed by their share.
 * @source Gardener: extensions/pkg/controller/worker, DistributePercentOverZones
 */
export function distributePercentOverZones(percent: string, total: number, zones: number): readonly string[] {
  if (!Number.isInteger(zones) || zones < 1) return [];
  // What is no percentage cannot be weighed; validation refuses it.
  if (total % zones === 0 || !/^[0-9]+%$/.test(percent)) return Array.from({ length: zones }, () => percent);
  const amount = Number.parseInt(percent, 10);
  const share = total / zones;
  return distributeOverZones(total, zones).map((nodes) => `${Math.ceil((amount * nodes) / share)}%`);
}
