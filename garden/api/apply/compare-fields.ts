import "server-only";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { branch, type FieldSet, leaf, noFields } from "./field-set.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import { isEmptyValue, type OwnershipShape, shapeOf } from "./shape.ts";

/** Differences between two values; no field is in both sets. */
export interface FieldSetComparison {
  /** Fields that were added or changed. */
  readonly set: FieldSet;
  readonly removed: FieldSet;
}

/** Comparison of a part of a value; a set without fields is undefined. */
type Difference = { readonly [Kind in keyof FieldSetComparison]?: FieldSet | undefined };

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Compares two values field by field. Parts that are the same reference are skipped, so comparing after a small change
 * of a large object is cheap.
 * @source Kubernetes: structured-merge-diff typed/compare.go
 */
export function compareFields(schema: Schema, pair: Pair): FieldSetComparison {
  const { set = noFields, removed = noFields } = compareInside(schema, pair) ?? {};
  return { set, removed };
}

function compareAt(schema: Schema, { before, after }: Pair): Difference | undefined {
  if (before === after) return undefined;
  if (before === undefined || before === null) return isMissing(after) ? undefined : { set: allOf(schema, after) };
  if (after === undefined) return { removed: allOf(schema, before) };
  if (after === null) return compareWithNull(schema, before);
  if (isEmptyValue(before) && isEmptyValue(after)) return sameKind(before, after) ? undefined : { set: leaf };
  const isLeaf = shapeOf(schema, before).kind === "leaf" || shapeOf(schema, after).kind === "leaf";
  if (!isLeaf && sameKind(before, after)) return compareInside(schema, { before, after });
  return semanticallyEqual(before, after) ? undefined : { set: leaf };
}

/** Treats null as an emptied block that still exists, as when a manager owns a block without its fields. */
function compareWithNull(schema: Schema, before: unknown): Difference | undefined {
  if (shapeOf(schema, before).kind === "leaf" || isEmptyValue(before)) return { set: leaf };
  return compareInside(schema, { before, after: Array.isArray(before) ? [] : {} });
}

function compareInside(schema: Schema, { before, after }: Pair): Difference | undefined {
  const shape = shapeOf(schema, isRecord(after) || Array.isArray(after) ? after : before);
  if (shape.kind === "items") return compareItems(shape, { before, after });
  return shape.kind === "fields" ? compareRecords(shape, { before, after }) : undefined;
}

function compareRecords(
  shape: OwnershipShape & { readonly kind: "fields" },
  { before, after }: Pair,
): Difference | undefined {
  const [left, right] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const changed: Change[] = [];
  const look = (field: string): void => {
    const [was, is] = [ownValue(left, field), ownValue(right, field)];
    if (was === is) return;
    const part = compareAt(shape.schemaOf(field), { before: was, after: is });
    if (part !== undefined) changed.push([fieldElement(field), part]);
  };
  for (const field of Object.keys(left)) look(field);
  for (const field of Object.keys(right)) if (!Object.hasOwn(left, field)) look(field);
  return joined(changed);
}

function ownValue(record: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}

function compareItems(
  shape: OwnershipShape & { readonly kind: "items" },
  { before, after }: Pair,
): Difference | undefined {
  const [left, right] = [byElement(shape, before), byElement(shape, after)];
  const changed: Change[] = [];
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const [were, are] = [left.get(element) ?? [], right.get(element) ?? []];
    const isRepeated = were.length > 1 || are.length > 1;
    const part = isRepeated ? compareRepeated(were, are) : compareAt(shape.items, { before: were[0], after: are[0] });
    if (part !== undefined) changed.push([element, part]);
  }
  return joined(changed);
}

/** Items with the same key cannot be told apart, so they change as one. */
function compareRepeated(were: readonly unknown[], are: readonly unknown[]): Difference | undefined {
  if (are.length === 0) return { removed: leaf };
  return semanticallyEqual(were, are) ? undefined : { set: leaf };
}

/** List items by their key, usually one each. */
export function byElement(
  { elementOf }: OwnershipShape & { readonly kind: "items" },
  list: unknown,
): Map<PathElement, readonly unknown[]> {
  const groups = Map.groupBy<PathElement | undefined, unknown>(Array.isArray(list) ? list : [], elementOf);
  return new Map([...groups].flatMap(([element, items]) => (element === undefined ? [] : [[element, items] as const])));
}

type Change = readonly [PathElement, Difference];

function joined(changed: readonly Change[]): Difference | undefined {
  if (changed.length === 0) return undefined;
  const pick = (kind: keyof Difference) =>
    branch(
      false,
      changed.flatMap(([element, { [kind]: part }]) => (part === undefined ? [] : [[element, part] as const])),
    );
  return { set: pick("set"), removed: pick("removed") };
}

/** All fields of an added or removed value, including its blocks. */
function allOf(schema: Schema, value: unknown): FieldSet {
  const shape = shapeOf(schema, value);
  if (isEmptyValue(value) || shape.kind === "leaf") return leaf;
  const parts =
    shape.kind === "items"
      ? [...byElement(shape, value)].map(([element, [item]]) => [element, allOf(shape.items, item)] as const)
      : Object.entries(isRecord(value) ? value : {})
          .filter(([, part]) => !isMissing(part))
          .map(([field, part]) => [fieldElement(field), allOf(shape.schemaOf(field), part)] as const);
  return branch(true, parts) ?? leaf;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function sameKind(left: unknown, right: unknown): boolean {
  return Array.isArray(left) === Array.isArray(right) && isRecord(left) === isRecord(right);
}
