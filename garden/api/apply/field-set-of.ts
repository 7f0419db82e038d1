import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { byElement } from "./compare-fields.ts";
import { branch, elementsOf, type FieldSet, hasItself, leaf, noFields } from "./field-set.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import { isEmptyValue, type OwnershipShape, shapeOf } from "./shape.ts";

type Entry = readonly [PathElement, FieldSet];

/**
 * Fields that a manager owns after applying this value: leaves, list items and map entries. A block with fields of its
 * own is not owned as a whole, so two managers can each own part of it.
 * @source Kubernetes: structured-merge-diff typed/tofieldset.go
 */
export function fieldSetOf(schema: Schema, value: unknown): FieldSet {
  return branch(false, entriesOf(schema, value)) ?? noFields;
}

function entriesOf(schema: Schema, value: unknown): readonly Entry[] {
  const shape = shapeOf(schema, value);
  if (shape.kind === "items") return itemEntries(shape, value);
  return shape.kind === "fields" ? fieldEntries(shape, value) : [];
}

function fieldEntries(shape: OwnershipShape & { readonly kind: "fields" }, value: unknown): readonly Entry[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([field, part]): readonly Entry[] => {
    const schema = shape.schemaOf(field);
    const isLeaf = part === null || shapeOf(schema, part).kind === "leaf";
    const isOwned = isLeaf || (isRecord(part) && isEmptyValue(part)) || !shape.isDeclared(field);
    const set = branch(isOwned, isLeaf ? [] : entriesOf(schema, part));
    return set === undefined ? [] : [[fieldElement(field), set]];
  });
}

function itemEntries(shape: OwnershipShape & { readonly kind: "items" }, value: unknown): readonly Entry[] {
  // Of items with the same key it is not known which one has which fields.
  return [...byElement(shape, value)].map(([element, [item, ...others]]) => [
    element,
    (others.length === 0 && branch(true, entriesOf(shape.items, item))) || leaf,
  ]);
}

/**
 * Adds the enclosing blocks to a set of fields: a block whose fields are all removed is removed, too.
 * @source Kubernetes: structured-merge-diff fieldpath/set.go, EnsureNamedFieldsAreMembers
 */
export function withBlocks(schema: Schema, set: FieldSet, value: unknown): FieldSet {
  return branch(false, blocksBelow(schema, set, value)) ?? noFields;
}

function blocksBelow(schema: Schema, set: FieldSet, value: unknown): readonly Entry[] {
  const into = stepper(shapeOf(schema, value), value);
  return elementsOf(set).flatMap(([element, part]): readonly Entry[] => {
    const { schema: next, value: there, isBlock } = into(element);
    const made = branch(isBlock || hasItself(part), blocksBelow(next, part, there));
    return made === undefined ? [] : [[element, made]];
  });
}

interface Place {
  readonly schema: Schema;
  readonly value: unknown;
  readonly isBlock: boolean;
}

const nowhere: Place = { schema: {}, value: undefined, isBlock: false };

/** Returns a function that finds the part of a value that a path element names. */
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
