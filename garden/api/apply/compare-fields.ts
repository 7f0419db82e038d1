import "server-only";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { createFieldSetBranch, emptyFieldSet, type FieldSet, leafFieldSet } from "./field-set.ts";
import { fieldPathElement, type PathElement } from "./path-element.ts";
import { isEmptyValue, type OwnershipShape, ownershipShapeOf } from "./shape.ts";

/** The fields that differ between two values; no field is in both `set` and `removed`. */
export interface FieldSetComparison {
  /** Fields that were added or changed. */
  readonly set: FieldSet;
  readonly removed: FieldSet;
}

/** Result of comparing one part of two values; a field set without fields is undefined. */
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
  const { set = emptyFieldSet, removed = emptyFieldSet } = compareInside(schema, pair) ?? {};
  return { set, removed };
}

function compareAt(schema: Schema, { before, after }: Pair): Difference | undefined {
  if (before === after) return undefined;
  if (before === undefined || before === null) return isMissing(after) ? undefined : { set: allOf(schema, after) };
  if (after === undefined) return { removed: allOf(schema, before) };
  if (after === null) return compareWithNull(schema, before);
  if (isEmptyValue(before) && isEmptyValue(after)) return sameKind(before, after) ? undefined : { set: leafFieldSet };
  const isLeaf = ownershipShapeOf(schema, before).kind === "leaf" || ownershipShapeOf(schema, after).kind === "leaf";
  if (!isLeaf && sameKind(before, after)) return compareInside(schema, { before, after });
  return semanticallyEqual(before, after) ? undefined : { set: leafFieldSet };
}

/** Compares with null as if null were an object or list without content, which a manager can still own. */
function compareWithNull(schema: Schema, before: unknown): Difference | undefined {
  if (ownershipShapeOf(schema, before).kind === "leaf" || isEmptyValue(before)) return { set: leafFieldSet };
  return compareInside(schema, { before, after: Array.isArray(before) ? [] : {} });
}

function compareInside(schema: Schema, { before, after }: Pair): Difference | undefined {
  const shape = ownershipShapeOf(schema, isRecord(after) || Array.isArray(after) ? after : before);
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
    if (part !== undefined) changed.push([fieldPathElement(field), part]);
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
  const [left, right] = [groupListItemsByKey(shape, before), groupListItemsByKey(shape, after)];
  const changed: Change[] = [];
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const [were, are] = [left.get(element) ?? [], right.get(element) ?? []];
    const isRepeated = were.length > 1 || are.length > 1;
    const part = isRepeated ? compareRepeated(were, are) : compareAt(shape.items, { before: were[0], after: are[0] });
    if (part !== undefined) changed.push([element, part]);
  }
  return joined(changed);
}

/** List items that share a key cannot be told apart, so a change of one counts as a change of all of them. */
function compareRepeated(were: readonly unknown[], are: readonly unknown[]): Difference | undefined {
  if (are.length === 0) return { removed: leafFieldSet };
  return semanticallyEqual(were, are) ? undefined : { set: leafFieldSet };
}

/** Groups list items by their key; a valid list has one item per key. */
export function groupListItemsByKey(
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
    createFieldSetBranch(
      false,
      changed.flatMap(([element, { [kind]: part }]) => (part === undefined ? [] : [[element, part] as const])),
    );
  return { set: pick("set"), removed: pick("removed") };
}

/** All fields of an added or removed value, including the objects and lists that contain them. */
function allOf(schema: Schema, value: unknown): FieldSet {
  const shape = ownershipShapeOf(schema, value);
  if (isEmptyValue(value) || shape.kind === "leaf") return leafFieldSet;
  const parts =
    shape.kind === "items"
      ? [...groupListItemsByKey(shape, value)].map(([element, [item]]) => [element, allOf(shape.items, item)] as const)
      : Object.entries(isRecord(value) ? value : {})
          .filter(([, part]) => !isMissing(part))
          .map(([field, part]) => [fieldPathElement(field), allOf(shape.schemaOf(field), part)] as const);
  return createFieldSetBranch(true, parts) ?? leafFieldSet;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function sameKind(left: unknown, right: unknown): boolean {
  return Array.isArray(left) === Array.isArray(right) && isRecord(left) === isRecord(right);
}
