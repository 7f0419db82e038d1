import "server-only";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { branch, type FieldSet, leaf, noFields } from "./field-set.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import { isHollow, type Shape, shapeOf } from "./shape.ts";

/** What differs between two values; no field is in two of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** The same of a part: undefined where nothing of it is. */
interface Difference {
  readonly added?: FieldSet | undefined;
  readonly modified?: FieldSet | undefined;
  readonly removed?: FieldSet | undefined;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Compares two values field by field. What both share by identity is not looked into, so a small
 * change of a large object costs little.
 * @source Kubernetes: structured-merge-diff typed/compare.go
 */
export function compareFields(schema: Schema, pair: Pair): Comparison {
  const { added = noFields, modified = noFields, removed = noFields } = compareInside(schema, pair) ?? {};
  return { added, modified, removed };
}

function compareAt(schema: Schema, { before, after }: Pair): Difference | undefined {
  if (before === after) return undefined;
  if (before === undefined || before === null) return isMissing(after) ? undefined : { added: allOf(schema, after) };
  if (after === undefined) return { removed: allOf(schema, before) };
  if (after === null) return compareWithNull(schema, before);
  if (isHollow(before) && isHollow(after)) return sameKind(before, after) ? undefined : { modified: leaf };
  const isLeaf = shapeOf(schema, before).kind === "leaf" || shapeOf(schema, after).kind === "leaf";
  if (!isLeaf && sameKind(before, after)) return compareInside(schema, { before, after });
  return semanticallyEqual(before, after) ? undefined : { modified: leaf };
}

/** What is null is still there, as when all goes out of a block that somebody wants to have. */
function compareWithNull(schema: Schema, before: unknown): Difference | undefined {
  if (shapeOf(schema, before).kind === "leaf" || isHollow(before)) return { modified: leaf };
  return compareInside(schema, { before, after: Array.isArray(before) ? [] : {} });
}

function compareInside(schema: Schema, { before, after }: Pair): Difference | undefined {
  const shape = shapeOf(schema, isRecord(after) || Array.isArray(after) ? after : before);
  if (shape.kind === "items") return compareItems(shape, { before, after });
  return shape.kind === "fields" ? compareRecords(shape, { before, after }) : undefined;
}

function compareRecords(shape: Shape & { readonly kind: "fields" }, { before, after }: Pair): Difference | undefined {
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

function compareItems(shape: Shape & { readonly kind: "items" }, { before, after }: Pair): Difference | undefined {
  const [left, right] = [grouped(shape, before), grouped(shape, after)];
  const changed: Change[] = [];
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const [were, are] = [left.get(element) ?? [], right.get(element) ?? []];
    const isDouble = were.length > 1 || are.length > 1;
    const pair = { before: were[0], after: are[0] };
    const part = isDouble ? compareDoubles(were, are) : compareAt(shape.items, pair);
    if (part !== undefined) changed.push([element, part]);
  }
  return joined(changed);
}

/** Items that are there twice cannot be told apart, so they change as one. */
function compareDoubles(were: readonly unknown[], are: readonly unknown[]): Difference | undefined {
  if (were.length === 0) return { added: leaf };
  if (are.length === 0) return { removed: leaf };
  return semanticallyEqual(were, are) ? undefined : { modified: leaf };
}

function grouped({ elementOf }: Shape & { readonly kind: "items" }, list: unknown): Map<PathElement, unknown[]> {
  const groups = new Map<PathElement, unknown[]>();
  for (const item of Array.isArray(list) ? list : []) {
    const element = elementOf(item);
    if (element === undefined) continue;
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}

type Change = readonly [PathElement, Difference];

function joined(changed: readonly Change[]): Difference | undefined {
  if (changed.length === 0) return undefined;
  const pick = (kind: keyof Difference) =>
    branch(
      false,
      changed.flatMap(([element, part]) => {
        const set = part[kind];
        return set === undefined ? [] : [[element, set] as const];
      }),
    );
  return { added: pick("added"), modified: pick("modified"), removed: pick("removed") };
}

/** Every field of a value that came or went, the blocks among them included. */
function allOf(schema: Schema, value: unknown): FieldSet {
  if (isHollow(value)) return leaf;
  const shape = shapeOf(schema, value);
  if (shape.kind === "leaf") return leaf;
  if (shape.kind === "fields") {
    const fields = Object.entries(isRecord(value) ? value : {}).filter(([, part]) => !isMissing(part));
    return (
      branch(
        true,
        fields.map(([field, part]) => [fieldElement(field), allOf(shape.schemaOf(field), part)]),
      ) ?? leaf
    );
  }
  const items = [...grouped(shape, value)];
  return (
    branch(
      true,
      items.map(([element, [item]]) => [element, allOf(shape.items, item)]),
    ) ?? leaf
  );
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function sameKind(left: unknown, right: unknown): boolean {
  return Array.isArray(left) === Array.isArray(right) && isRecord(left) === isRecord(right);
}
