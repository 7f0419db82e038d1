import { durationSeconds } from "#lib/kube/go-duration.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

/** Error if a field changes. Missing, null and an empty list are equal. */
export function checkImmutable(path: string, before: unknown, after: unknown): FieldErrors {
  return fieldErrorIf(!semanticallyEqual(before, after), path, "IMMUTABLE");
}

/** Whether a field is set; null counts as not set. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Error for a text that is not among the offered ones; other values count as missing and are not checked. */
export function checkOneOf(path: string, value: unknown, offered: readonly string[]): FieldErrors {
  if (typeof value !== "string") return [];
  return fieldErrorIf(!offered.includes(value), path, "VALUE_UNKNOWN", { value, offered });
}

/** Error for a field that a workerless Shoot must not set. */
export function checkNotWithoutWorkers(path: string, value: unknown): FieldErrors {
  return fieldErrorIf(isSet(value), path, "WORKERLESS_FIELD");
}

/** Error for an empty or missing text. */
export function checkRequired(path: string, value: unknown): FieldErrors {
  return fieldErrorIf(typeof value !== "string" || value === "", path, "VALUE_REQUIRED");
}

/** Error for a text that is no valid name. */
export function checkName(path: string, value: string, isName: (text: string) => boolean): FieldErrors {
  return fieldErrorIf(!isName(value), path, "NAME_INVALID", { value });
}

/** Errors for label keys and values; the API server's path is that of the map. */
export function checkLabels(path: string, map: unknown): FieldErrors {
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([key, value]) => [
    ...checkName(path, key, isLabelKey),
    ...(typeof value === "string" ? checkName(path, value, isLabelValue) : []),
  ]);
}

/** Errors for the keys of annotations, which are validated in lower case; the API server's path is that of the map. */
export function checkAnnotations(path: string, map: unknown): FieldErrors {
  const keys = isRecord(map) ? Object.keys(map) : [];
  return keys.flatMap((key) => checkName(path, key, (text) => isLabelKey(text.toLowerCase())));
}

/** The errors of each text in a list, where the index of the text replaces the `[]` in the path. */
export function checkEach(path: string, values: readonly unknown[], judge: (at: string, value: string) => FieldErrors) {
  return values.flatMap((value, index) =>
    typeof value === "string" ? judge(path.replace("[]", `[${index}]`), value) : [],
  );
}

/** Errors for duplicate texts in a list, reported at the later one. */
export function checkUnique(path: string, values: readonly unknown[]): FieldErrors {
  const seen = new Set<string>();
  return checkEach(path, values, (at, value) => {
    const isRepeated = seen.has(value);
    seen.add(value);
    return fieldErrorIf(isRepeated, at, "VALUE_DUPLICATE", { value });
  });
}

/** Error for a number outside the inclusive bounds; other values count as missing and are not checked. */
export function checkRange(
  path: string,
  value: unknown,
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Bounds<number>,
): FieldErrors {
  if (typeof value !== "number") return [];
  if (minimum === 0 && value < 0) return [fieldError(path, "NEGATIVE")];
  if (value < minimum) return [fieldError(path, "BELOW_MINIMUM", { minimum: String(minimum) })];
  return fieldErrorIf(value > maximum, path, "ABOVE_MAXIMUM", { maximum: String(maximum) });
}

/** Error for a negative number. */
export function checkNotNegative(path: string, value: unknown): FieldErrors {
  return checkRange(path, value, { minimum: 0 });
}

interface Bounds<Value> {
  readonly minimum?: Value;
  readonly maximum?: Value;
}

/** Parses a duration to seconds; undefined when it is missing or unreadable. */
export function parseDurationSeconds(value: unknown): number | undefined {
  return typeof value === "string" ? durationSeconds(value) : undefined;
}

/** Errors for a Go duration outside the inclusive bounds. Without a minimum it must not be negative. */
export function checkDuration(path: string, value: unknown, { minimum, maximum }: Bounds<string> = {}): FieldErrors {
  if (!isSet(value)) return [];
  const seconds = parseDurationSeconds(value);
  if (seconds === undefined) return [fieldError(path, "NOT_A_DURATION")];
  if (seconds < (parseDurationSeconds(minimum) ?? 0)) {
    return [minimum === undefined ? fieldError(path, "NEGATIVE") : fieldError(path, "BELOW_MINIMUM", { minimum })];
  }
  const most = parseDurationSeconds(maximum) ?? Number.POSITIVE_INFINITY;
  return fieldErrorIf(seconds > most, path, "ABOVE_MAXIMUM", { maximum: maximum ?? "" });
}

/** Error for a duration that is not positive. */
export function checkPositiveDuration(path: string, value: unknown): FieldErrors {
  const seconds = parseDurationSeconds(value);
  return seconds === undefined || seconds > 0 ? checkDuration(path, value) : [fieldError(path, "NOT_POSITIVE")];
}

/** The text of a quantity, which JSON may contain as a number. */
export function quantityToString(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Error for a negative quantity. */
export function checkQuantity(path: string, value: unknown): FieldErrors {
  const text = quantityToString(value);
  if (text === undefined) return [];
  const sign = compareQuantities(text, "0");
  if (sign === undefined) return [fieldError(path, "QUANTITY_MALFORMED", { value: text })];
  return fieldErrorIf(sign < 0, path, "NEGATIVE");
}

/**
 * Errors unless a value is a quantity or a percentage up to 100. @source Gardener: pkg/api/core/validation/shoot.go,
 * ValidateResourceQuantityOrPercent
 */
export function checkQuantityOrPercent(path: string, value: unknown): FieldErrors {
  if (typeof value !== "string" || (compareQuantities(value, "0") ?? -1) >= 0) return [];
  if (!/^[0-9]+%$/.test(value)) return [fieldError(path, "QUANTITY_OR_PERCENT_MALFORMED", { value })];
  return fieldErrorIf(Number(value.slice(0, -1)) > 100, path, "ABOVE_MAXIMUM", { maximum: "100%" });
}
