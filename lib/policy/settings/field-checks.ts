import { semanticallyEqual } from "../../kube/semantic-equality.ts";
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

/** Each text once: the later one is the fault. */
export function distinct(pathOf: (index: number) => string, values: readonly unknown[]): Faults {
  return values.flatMap((value, index): Faults => {
    if (typeof value !== "string" || values.indexOf(value) === index) return [];
    return [{ path: pathOf(index), code: "VALUE_DUPLICATE", type: "Duplicate", facts: { value } }];
  });
}
