import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest } from "../api-error.ts";

/** Lists whose items are merged by a key, by the path of field names that leads to them. */
const mergeKeys: Readonly<Record<string, string>> = {
  "status.conditions": "type",
  "status.constraints": "type",
  "spec.provider.workers": "name",
  "metadata.ownerReferences": "uid",
  secrets: "name",
  imagePullSecrets: "name",
};

/** Lists of plain values to which a patch adds. */
const mergedSets: ReadonlySet<string> = new Set(["metadata.finalizers"]);

/**
 * Applies a strategic merge patch, as kubectl sends it by default. It knows the few lists of these kinds that are merged
 * by a key; others are replaced. `$patch: delete` and `replace`, `$deleteFromPrimitiveList/…` and `$setElementOrder/…`
 * are understood.
 * @source Kubernetes: apimachinery pkg/util/strategicpatch
 */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  return mergeAt(target, patch, []);
}

function mergeAt(target: unknown, patch: unknown, path: readonly string[]): unknown {
  if (Array.isArray(patch)) return mergeList(target, patch, path);
  if (!isRecord(patch)) return patch;
  const { $patch: directive, ...fields } = patch;
  if (directive === "replace") return withoutNulls(fields);
  if (directive === "delete") return undefined;
  if (directive !== undefined && directive !== "merge") throw badDirective(directive);
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith("$setElementOrder/")) continue;
    if (key.startsWith("$deleteFromPrimitiveList/")) {
      const list = key.slice("$deleteFromPrimitiveList/".length);
      const gone = new Set(toList(value));
      merged.set(
        list,
        toList(merged.get(list)).filter((item) => !gone.has(item)),
      );
      continue;
    }
    const next = value === null ? undefined : mergeAt(merged.get(key), value, [...path, key]);
    if (next === undefined) merged.delete(key);
    else merged.set(key, next);
  }
  return Object.fromEntries(merged);
}

function badDirective(directive: unknown): Error {
  return badRequest(`unknown patch directive ${JSON.stringify(directive)}: expected "delete", "merge" or "replace"`);
}

function mergeList(target: unknown, patch: readonly unknown[], path: readonly string[]): unknown {
  const place = path.join(".");
  if (mergedSets.has(place)) return [...new Set([...toList(target), ...patch])];
  const key = mergeKeys[place];
  if (key === undefined || patch.some((item) => isRecord(item) && item.$patch === "replace" && !(key in item))) {
    return patch.filter((item) => !(isRecord(item) && item.$patch === "replace"));
  }
  return patch.reduce<readonly unknown[]>((items, item) => mergeItem(items, item, { key, path }), toList(target));
}

function mergeItem(
  items: readonly unknown[],
  item: unknown,
  { key, path }: { readonly key: string; readonly path: readonly string[] },
): readonly unknown[] {
  if (!isRecord(item)) return [...items, item];
  const at = items.findIndex((candidate) => isRecord(candidate) && candidate[key] === item[key]);
  if (item.$patch === "delete") return items.filter((_, index) => index !== at);
  if (at < 0) return [...items, withoutNulls(item)];
  return items.map((candidate, index) => (index === at ? mergeAt(candidate, item, [...path, ""]) : candidate));
}

function withoutNulls(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null && !key.startsWith("$")));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
