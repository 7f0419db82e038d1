import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest } from "../errors/api-error.ts";
import { findSchema } from "../schema/meta-schema.ts";
import { resolveSchema, type Schema } from "../schema/schema.ts";

/**
 * Applies a strategic merge patch, kubectl's default: lists with a merge key in the schema are merged, others are
 * replaced. Supports `$patch: delete` and `replace`, `$deleteFromPrimitiveList/…` and `$setElementOrder/…`.
 * @source Kubernetes: apimachinery pkg/util/strategicpatch
 */
export function strategicMergePatch(schema: Schema, target: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return mergeList(resolveSchema(schema, findSchema), target, patch);
  if (!isRecord(patch)) return patch;
  const { $patch: directive, ...fields } = patch;
  if (directive === "replace") return withoutNulls(fields);
  if (directive === "delete") return undefined;
  if (directive !== undefined && directive !== "merge") throw badDirective(directive);
  return mergeRecord(resolveSchema(schema, findSchema), target, fields);
}

const deletes = "$deleteFromPrimitiveList/";
const orders = "$setElementOrder/";

function mergeRecord(schema: Schema, target: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith(orders)) continue;
    if (key.startsWith(deletes)) {
      const list = key.slice(deletes.length);
      const gone = new Set(toList(value));
      merged.set(
        list,
        toList(merged.get(list)).filter((item) => !gone.has(item)),
      );
      continue;
    }
    const next = value === null ? undefined : strategicMergePatch(fieldSchema(schema, key), merged.get(key), value);
    if (next === undefined) merged.delete(key);
    else merged.set(key, next);
  }
  for (const [key, order] of Object.entries(fields)) {
    const list = key.startsWith(orders) ? key.slice(orders.length) : undefined;
    if (list !== undefined && merged.has(list)) {
      merged.set(list, ordered(fieldSchema(schema, list), toList(merged.get(list)), toList(order)));
    }
  }
  return Object.fromEntries(merged);
}

function fieldSchema({ properties, additionalProperties = {} }: Schema, field: string): Schema {
  return properties !== undefined && Object.hasOwn(properties, field)
    ? (properties[field] ?? {})
    : additionalProperties;
}

function badDirective(directive: unknown): Error {
  return badRequest(`unknown patch directive ${JSON.stringify(directive)}: expected "delete", "merge" or "replace"`);
}

function mergeList(schema: Schema, target: unknown, patch: readonly unknown[]): unknown {
  const key = schema["x-kubernetes-patch-merge-key"];
  if (key === undefined && schema["x-kubernetes-patch-strategy"] === "merge") {
    return [...new Set([...toList(target), ...patch])];
  }
  if (key === undefined || patch.some((item) => isRecord(item) && item.$patch === "replace" && !(key in item))) {
    return patch.filter((item) => !(isRecord(item) && item.$patch === "replace"));
  }
  const { items = {} } = schema;
  return patch.reduce<readonly unknown[]>((list, item) => mergeItem(list, item, { key, items }), toList(target));
}

function mergeItem(
  list: readonly unknown[],
  item: unknown,
  { key, items }: { readonly key: string; readonly items: Schema },
): readonly unknown[] {
  if (!isRecord(item)) return [...list, item];
  const at = list.findIndex((candidate) => isRecord(candidate) && candidate[key] === item[key]);
  if (item.$patch === "delete") return list.filter((_, index) => index !== at);
  if (at < 0) return [...list, withoutNulls(item)];
  return list.map((candidate, index) => (index === at ? strategicMergePatch(items, candidate, item) : candidate));
}

/** Sorts the list items named in `order` among their own positions; other items keep their positions. */
function ordered(schema: Schema, list: readonly unknown[], order: readonly unknown[]): readonly unknown[] {
  const key = resolveSchema(schema, findSchema)["x-kubernetes-patch-merge-key"];
  const idOf = (item: unknown) => (key !== undefined && isRecord(item) ? item[key] : item);
  const places = new Map(order.map((item, at) => [idOf(item), at]));
  const placeOf = (item: unknown) => places.get(idOf(item)) ?? 0;
  const named = list.filter((item) => places.has(idOf(item))).sort((left, right) => placeOf(left) - placeOf(right));
  let taken = 0;
  return list.map((item) => (places.has(idOf(item)) ? named[taken++] : item));
}

function withoutNulls(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null && !key.startsWith("$")));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
