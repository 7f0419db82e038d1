import { durationSeconds } from "#lib/kube/go-duration.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ChangeFault } from "./fault.ts";

type Faults = readonly ChangeFault[];

/** A field that keeps its value. What is missing, null and an empty list are the same. */
export function immutable(path: string, before: unknown, after: unknown): Faults {
  return semanticallyEqual(before, after) ? [] : [{ path, code: "IMMUTABLE", type: "Invalid" }];
}

/** Whether a field is set at all: a null is how the wire says that it is not. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A text that must be one of a known list; anything else than a text counts as missing. */
export function oneOf(path: string, value: unknown, offered: readonly string[]): Faults {
  if (typeof value !== "string" || offered.includes(value)) return [];
  return [{ path, code: "VALUE_UNKNOWN", type: "NotSupported", facts: { value, offered } }];
}

/** What a Shoot without workers may not set. */
export function notWithoutWorkers(path: string, value: unknown): Faults {
  return isSet(value) ? [{ path, code: "WORKERLESS_FIELD", type: "Forbidden" }] : [];
}

/** A field that must have a text. */
export function required(path: string, value: unknown): Faults {
  return typeof value === "string" && value !== "" ? [] : [{ path, code: "VALUE_REQUIRED", type: "Required" }];
}

/** A text that does not have the form that is asked of it. */
export function invalidName(path: string, value: string): Faults {
  return [{ path, code: "NAME_INVALID", type: "Invalid", facts: { value } }];
}

/** The keys and values of labels; the API server names the map alone. */
export function labelFaults(path: string, map: unknown): Faults {
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([key, value]): Faults => {
    const isValue = typeof value !== "string" || isLabelValue(value);
    return [...(isLabelKey(key) ? [] : invalidName(path, key)), ...(isValue ? [] : invalidName(path, String(value)))];
  });
}

/** Each text once: the later one is the fault. */
export function distinct(pathOf: (index: number) => string, values: readonly unknown[]): Faults {
  const seen = new Set<unknown>();
  return values.flatMap((value, index): Faults => {
    const isNew = !seen.has(value);
    seen.add(value);
    if (typeof value !== "string" || isNew) return [];
    return [{ path: pathOf(index), code: "VALUE_DUPLICATE", type: "Duplicate", facts: { value } }];
  });
}

/** A number within bounds, both ends included; anything else than a number counts as missing. */
export function within(
  path: string,
  value: unknown,
  { minimum, maximum }: { readonly minimum?: number; readonly maximum?: number },
): Faults {
  if (typeof value !== "number") return [];
  if (minimum === 0 && value < 0) return [{ path, code: "NEGATIVE", type: "Invalid" }];
  if (minimum !== undefined && value < minimum) return [below(path, String(minimum))];
  if (maximum !== undefined && value > maximum) return [above(path, String(maximum))];
  return [];
}

function below(path: string, minimum: string): ChangeFault {
  return { path, code: "BELOW_MINIMUM", type: "Invalid", facts: { minimum } };
}

function above(path: string, maximum: string): ChangeFault {
  return { path, code: "ABOVE_MAXIMUM", type: "Invalid", facts: { maximum } };
}

/** The length of a duration in seconds; undefined when nothing readable is there. */
export function secondsOf(value: unknown): number | undefined {
  return typeof value === "string" ? durationSeconds(value) : undefined;
}

/** A duration between two others, both ends included, as Go writes them. Without bounds it must not be negative. */
export function duration(
  path: string,
  value: unknown,
  bounds: { readonly minimum?: string; readonly maximum?: string } = {},
): Faults {
  if (!isSet(value)) return [];
  const seconds = secondsOf(value);
  if (seconds === undefined) return [{ path, code: "NOT_A_DURATION", type: "Invalid" }];
  const { minimum, maximum } = bounds;
  if (minimum === undefined && seconds < 0) return [{ path, code: "NEGATIVE", type: "Invalid" }];
  if (minimum !== undefined && seconds < (secondsOf(minimum) ?? 0)) return [below(path, minimum)];
  if (maximum !== undefined && seconds > (secondsOf(maximum) ?? 0)) return [above(path, maximum)];
  return [];
}

/** A duration that is longer than nothing. */
export function positiveDuration(path: string, value: unknown): Faults {
  const seconds = secondsOf(value);
  if (seconds === undefined || seconds > 0) return duration(path, value);
  return [{ path, code: "NOT_POSITIVE", type: "Invalid" }];
}

/** The text of a quantity: the wire has a number where somebody wrote one. */
export function quantityText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** A quantity that is not negative. */
export function quantity(path: string, value: unknown): Faults {
  const text = quantityText(value);
  if (text === undefined) return [];
  const sign = compareQuantities(text, "0");
  if (sign === undefined) return [{ path, code: "QUANTITY_MALFORMED", type: "Invalid", facts: { value: text } }];
  return sign < 0 ? [{ path, code: "NEGATIVE", type: "Invalid" }] : [];
}

/** A quantity, or a percentage up to 100. @source Gardener: pkg/api/core/validation/shoot.go, ValidateResourceQuantityOrPercent */
export function quantityOrPercent(path: string, value: unknown): Faults {
  if (typeof value !== "string" || (compareQuantities(value, "0") ?? -1) >= 0) return [];
  const facts = { value };
  if (!/^[0-9]+%$/.test(value)) return [{ path, code: "QUANTITY_OR_PERCENT_MALFORMED", type: "Invalid", facts }];
  return Number(value.slice(0, -1)) > 100 ? [above(path, "100%")] : [];
}
