import { isRecord } from "./wire.ts";

/**
 * The JSON merge patch (RFC 7386) that makes `after` of `before`: only what differs, lists as a whole, and null for what
 * goes. A field that is null or missing before and after is left out. Undefined when nothing differs.
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

/** A merge patch would take a null inside a new block for a removal. */
function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNulls(inner)]],
    ),
  );
}
