import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import type { PathElement } from "./path-element.ts";
import { type OwnershipShape, ownershipShapeOf } from "./shape.ts";

/**
 * Merges an applied value into the live value: objects and lists with keys are merged; all other values, also null,
 * replace the live ones.
 * @source Kubernetes: structured-merge-diff typed/merge.go
 */
export function mergeFields(schema: Schema, live: unknown, applied: unknown): unknown {
  const shape = ownershipShapeOf(schema, applied);
  if (shape.kind === "fields" && isRecord(applied)) return mergeRecords(shape, isRecord(live) ? live : {}, applied);
  if (shape.kind === "items" && Array.isArray(applied))
    return mergeItems(shape, Array.isArray(live) ? live : [], applied);
  return applied;
}

type Fields = Readonly<Record<string, unknown>>;

function mergeRecords(shape: OwnershipShape & { readonly kind: "fields" }, live: Fields, applied: Fields): Fields {
  const merged = new Map(Object.entries(live));
  for (const [field, value] of Object.entries(applied)) {
    merged.set(field, mergeFields(shape.schemaOf(field), merged.get(field), value));
  }
  return Object.fromEntries(merged);
}

/**
 * Orders merged list items: items that both lists contain are ordered as applied; an item of only one list stays in
 * front of the next shared item of that list.
 */
function mergeItems(
  shape: OwnershipShape & { readonly kind: "items" },
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const liveItems = new Map(live.map((item): [PathElement | undefined, unknown] => [shape.elementOf(item), item]));
  const wanted = applied.map((item) => ({ item, element: shape.elementOf(item) }));
  const places = new Map(wanted.map(({ element }, at): [PathElement | undefined, number] => [element, at]));
  const shared = wanted.filter(({ element }) => liveItems.has(element));
  const merged: unknown[] = [];
  let taken = 0;
  let passed = 0;
  const take = (): void => {
    const next = wanted[taken];
    if (next !== undefined) merged.push(mergeFields(shape.items, liveItems.get(next.element), next.item));
    if (next === shared[passed]) passed += 1;
    taken += 1;
  };
  for (const item of live) {
    const element = shape.elementOf(item);
    const place = places.get(element);
    if (place === undefined) merged.push(item);
    else if (place >= taken && element === shared[passed]?.element) while (taken <= place) take();
  }
  while (taken < wanted.length) take();
  return merged;
}
