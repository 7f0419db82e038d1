import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { childFieldSet, type FieldSet, includesFieldItself } from "./field-set.ts";
import { fieldPathElement } from "./path-element.ts";
import { ownershipShapeOf } from "./shape.ts";

/**
 * Removes the fields of a set from a value. An object or list that becomes empty but is not itself in the set becomes
 * null, because another manager still owns fields in it.
 * @source Kubernetes: structured-merge-diff typed/remove.go
 */
export function removeFields(schema: Schema, value: unknown, set: FieldSet): unknown {
  const shape = ownershipShapeOf(schema, value);
  if (shape.kind === "fields" && isRecord(value)) {
    const kept = Object.entries(value).flatMap(([field, part]) => {
      const left = without(shape.schemaOf(field), part, childFieldSet(set, fieldPathElement(field)));
      return left === undefined ? [] : [[field, left] as const];
    });
    return kept.length === 0 ? null : Object.fromEntries(kept);
  }
  if (shape.kind === "items" && Array.isArray(value)) {
    const kept = value.flatMap((item: unknown) => {
      const element = shape.elementOf(item);
      const left = without(shape.items, item, element === undefined ? undefined : childFieldSet(set, element));
      return left === undefined ? [] : [left];
    });
    return kept.length === 0 ? null : kept;
  }
  return value;
}

/** Removes null values from an object to be stored. Returns the same object if it has none. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map(withoutNulls);
    return items.every((item, at) => item === value[at]) ? value : items.filter((item) => item !== null);
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([field, part]) => [field, withoutNulls(part)] as const);
  const isSame = fields.every(([field, part]) => part === value[field] && part !== null);
  return isSame ? value : Object.fromEntries(fields.filter(([, part]) => part !== null));
}

function without(schema: Schema, value: unknown, set: FieldSet | undefined): unknown {
  if (set === undefined) return value;
  return includesFieldItself(set) ? undefined : removeFields(schema, value, set);
}
