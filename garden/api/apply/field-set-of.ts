import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { groupListItemsByKey } from "./compare-fields.ts";
import {
  childElementsOf,
  createFieldSetBranch,
  emptyFieldSet,
  type FieldSet,
  includesFieldItself,
  leafFieldSet,
} from "./field-set.ts";
import { fieldPathElement, type PathElement } from "./path-element.ts";
import { isEmptyValue, type OwnershipShape, ownershipShapeOf } from "./shape.ts";

type Entry = readonly [PathElement, FieldSet];

/**
 * The fields that a manager owns after applying this value: leaf fields, list items and map entries. A nested object is
 * not itself owned, so two managers can each own some of its fields.
 * @source Kubernetes: structured-merge-diff typed/tofieldset.go
 */
export function fieldSetOf(schema: Schema, value: unknown): FieldSet {
  return createFieldSetBranch(false, entriesOf(schema, value)) ?? emptyFieldSet;
}

function entriesOf(schema: Schema, value: unknown): readonly Entry[] {
  const shape = ownershipShapeOf(schema, value);
  if (shape.kind === "items") return itemEntries(shape, value);
  return shape.kind === "fields" ? fieldEntries(shape, value) : [];
}

function fieldEntries(shape: OwnershipShape & { readonly kind: "fields" }, value: unknown): readonly Entry[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([field, part]): readonly Entry[] => {
    const schema = shape.schemaOf(field);
    const isLeaf = part === null || ownershipShapeOf(schema, part).kind === "leaf";
    const isOwned = isLeaf || (isRecord(part) && isEmptyValue(part)) || !shape.isDeclared(field);
    const set = createFieldSetBranch(isOwned, isLeaf ? [] : entriesOf(schema, part));
    return set === undefined ? [] : [[fieldPathElement(field), set]];
  });
}

function itemEntries(shape: OwnershipShape & { readonly kind: "items" }, value: unknown): readonly Entry[] {
  // If several list items have the same key, the key does not tell which item has which fields.
  return [...groupListItemsByKey(shape, value)].map(([element, [item, ...others]]) => [
    element,
    (others.length === 0 && createFieldSetBranch(true, entriesOf(shape.items, item))) || leafFieldSet,
  ]);
}

/**
 * Adds to a field set the objects that contain its fields, so that an object is removed when all its fields are.
 * @source Kubernetes: structured-merge-diff fieldpath/set.go, EnsureNamedFieldsAreMembers
 */
export function withEnclosingBlocks(schema: Schema, set: FieldSet, value: unknown): FieldSet {
  return createFieldSetBranch(false, blocksBelow(schema, set, value)) ?? emptyFieldSet;
}

function blocksBelow(schema: Schema, set: FieldSet, value: unknown): readonly Entry[] {
  const into = stepper(ownershipShapeOf(schema, value), value);
  return childElementsOf(set).flatMap(([element, part]): readonly Entry[] => {
    const { schema: next, value: there, isBlock } = into(element);
    const made = createFieldSetBranch(isBlock || includesFieldItself(part), blocksBelow(next, part, there));
    return made === undefined ? [] : [[element, made]];
  });
}

interface Place {
  readonly schema: Schema;
  readonly value: unknown;
  readonly isBlock: boolean;
}

const nowhere: Place = { schema: {}, value: undefined, isBlock: false };

/** Returns a function that finds the child value for a path element. */
function stepper(shape: OwnershipShape, value: unknown): (element: PathElement) => Place {
  if (shape.kind === "fields" && isRecord(value)) {
    return (element) => {
      const field = element.slice(2);
      const part = Object.hasOwn(value, field) ? value[field] : undefined;
      return { schema: shape.schemaOf(field), value: part, isBlock: shape.isDeclared(field) };
    };
  }
  if (shape.kind === "items" && Array.isArray(value)) {
    const items = new Map(value.map((item): [PathElement | undefined, unknown] => [shape.elementOf(item), item]));
    return (element) => ({ schema: shape.items, value: items.get(element), isBlock: false });
  }
  return () => nowhere;
}
