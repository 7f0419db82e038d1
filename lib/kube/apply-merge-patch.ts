import { isRecord } from "./wire.ts";

/** Applies a JSON merge patch (RFC 7386): null removes a field, lists are replaced. No argument is modified. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  // A Map, because assigning `__proto__` to an object would not create a field of that name.
  const merged = new Map<string, unknown>(Object.entries(isRecord(target) ? target : {}));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), change));
  }
  return Object.fromEntries(merged);
}
