import "server-only";
import { isRecord } from "#lib/kube/wire.ts";

/** Names that would reach into JavaScript itself; no Kubernetes field is called so. */
const refusedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Applies a JSON merge patch: records merge, null removes, everything else replaces.
 * @source RFC 7396
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (refusedKeys.has(key)) continue;
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
