import { isRecord } from "./wire.ts";

/**
 * What a JSON merge patch (RFC 7386) makes of a value: null takes a field away, lists are replaced as a whole. Nothing
 * given is changed.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  // By way of a Map, because assigning to `__proto__` would not make a field of that name.
  const merged = new Map<string, unknown>(Object.entries(isRecord(target) ? target : {}));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), change));
  }
  return Object.fromEntries(merged);
}
