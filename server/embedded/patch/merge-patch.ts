import "server-only";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * Applies a JSON merge patch: records merge, null removes, everything else replaces.
 * @source RFC 7396
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  // By way of a Map, because assigning to `__proto__` would not make a field of that name.
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
