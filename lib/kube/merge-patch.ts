import { isRecord } from "./wire.ts";

/**
 * Returns the JSON merge patch (RFC 7386) from `before` to `after`: only differences, whole lists, and null for removed
 * fields. Fields that are null or missing on both sides are left out. Undefined when nothing differs.
 */
export function mergePatchBetween(before: unknown, after: unknown): unknown {
  if (after === undefined) return before === undefined || before === null ? undefined : null;
  if (!isRecord(after)) return JSON.stringify(before ?? null) === JSON.stringify(after) ? undefined : after;
  if (!isRecord(before)) return withoutNulls(after);
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = mergePatchBetween(before[key], after[key]);
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** Removes nulls from a new object, in which a merge patch would interpret them as removals. */
function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNulls(inner)]],
    ),
  );
}
