import { durationSeconds } from "#lib/kube/go-duration.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { changeFault, type Faults, faultIf } from "./fault.ts";

/** Error if a field changes. Missing, null and an empty list are equal. */
export function immutable(path: string, before: unknown, after: unknown): Faults {
  return faultIf(!semanticallyEqual(before, after), path, "IMMUTABLE");
}

/** Whether a field is set; null counts as not set. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Error for a text that is not in the list; other values count as missing. */
export function oneOf(path: string, value: unknown, offered: readonly string[]): Faults {
  if (typeof value !== "string") return [];
  return faultIf(!offered.includes(value), path, "VALUE_UNKNOWN", { value, offered });
}

/** Error for a field that a workerless Shoot must not set. */
export function notWithoutWorkers(path: string, value: unknown): Faults {
  return faultIf(isSet(value), path, "WORKERLESS_FIELD");
}

/** Error for an empty or missing text. */
export function required(path: string, value: unknown): Faults {
  return faultIf(typeof value !== "string" || value === "", path, "VALUE_REQUIRED");
}

/** Error for a text that is no valid name. */
export function checkName(path: string, value: string, isName: (text: string) => boolean): Faults {
  return faultIf(!isName(value), path, "NAME_INVALID", { value });
}

/** Errors for label keys and values; the API server's path is that of the map. */
export function labelFaults(path: string, map: unknown): Faults {
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([key, value]) => [
    ...checkName(path, key, isLabelKey),
    ...(typeof value === "string" ? checkName(path, value, isLabelValue) : []),
  ]);
}

/** The errors of each text of a list. Its index replaces the `[]` of the path. */
export function checkEach(path: string, values: readonly unknown[], judge: (at: string, value: string) => Faults) {
  return values.flatMap((value, index) =>
    typeof value === "string" ? judge(path.replace("[]", `[${index}]`), value) : [],
  );
}

/** Errors for duplicate texts, at the later one. */
export function checkUnique(path: string, values: readonly unknown[]): Faults {
  const seen = new Set<string>();
  return checkEach(path, values, (at, value) => {
    const isRepeated = seen.has(value);
    seen.add(value);
    return faultIf(isRepeated, at, "VALUE_DUPLICATE", { value });
  });
}

/** Error for a number outside the inclusive bounds; other values count as missing. */
export function checkRange(
  path: string,
  value: unknown,
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Bounds<number>,
): Faults {
  if (typeof value !== "number") return [];
  if (minimum === 0 && value < 0) return [changeFault(path, "NEGATIVE")];
  if (value < minimum) return [changeFault(path, "BELOW_MINIMUM", { minimum: String(minimum) })];
  return faultIf(value > maximum, path, "ABOVE_MAXIMUM", { maximum: String(maximum) });
}

/** Error for a negative number. */
export function notNegative(path: string, value: unknown): Faults {
  return checkRange(path, value, { minimum: 0 });
}

interface Bounds<Value> {
  readonly minimum?: Value;
  readonly maximum?: Value;
}

/** A duration in seconds; undefined when it is missing or unreadable. */
export function secondsOf(value: unknown): number | undefined {
  return typeof value === "string" ? durationSeconds(value) : undefined;
}

/** Errors for a Go duration outside the inclusive bounds. Without a minimum it must not be negative. */
export function checkDuration(path: string, value: unknown, { minimum, maximum }: Bounds<string> = {}): Faults {
  if (!isSet(value)) return [];
  const seconds = secondsOf(value);
  if (seconds === undefined) return [changeFault(path, "NOT_A_DURATION")];
  if (seconds < (secondsOf(minimum) ?? 0)) {
    return [minimum === undefined ? changeFault(path, "NEGATIVE") : changeFault(path, "BELOW_MINIMUM", { minimum })];
  }
  const most = secondsOf(maximum) ?? Number.POSITIVE_INFINITY;
  return faultIf(seconds > most, path, "ABOVE_MAXIMUM", { maximum: maximum ?? "" });
}

/** Error for a duration that is not positive. */
export function positiveDuration(path: string, value: unknown): Faults {
  const seconds = secondsOf(value);
  return seconds === undefined || seconds > 0 ? checkDuration(path, value) : [changeFault(path, "NOT_POSITIVE")];
}

/** The text of a quantity, which JSON may contain as a number. */
export function quantityText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Error for a negative quantity. */
export function checkQuantity(path: string, value: unknown): Faults {
  const text = quantityText(value);
  if (text === undefined) return [];
  const sign = compareQuantities(text, "0");
  if (sign === undefined) return [changeFault(path, "QUANTITY_MALFORMED", { value: text })];
  return faultIf(sign < 0, path, "NEGATIVE");
}

/**
 * A quantity, or a percentage up to 100. @source Gardener: pkg/api/core/validation/shoot.go,
 * ValidateResourceQuantityOrPercent
 */
export function quantityOrPercent(path: string, value: unknown): Faults {
  if (typeof value !== "string" || (compareQuantities(value, "0") ?? -1) >= 0) return [];
  if (!/^[0-9]+%$/.test(value)) return [changeFault(path, "QUANTITY_OR_PERCENT_MALFORMED", { value })];
  return faultIf(Number(value.slice(0, -1)) > 100, path, "ABOVE_MAXIMUM", { maximum: "100%" });
}
