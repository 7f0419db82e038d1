import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { findSchema } from "../schema/meta-schema.ts";
import { resolveSchema, type Schema } from "../schema/schema.ts";
import { keyedItemPathElement, type PathElement, setItemPathElement } from "./path-element.ts";

/** How field managers own a value: atomically, per field, or per list item. */
export type OwnershipShape =
  | { readonly kind: "leaf" }
  | {
      readonly kind: "fields";
      readonly schemaOf: (field: string) => Schema;
      readonly isDeclared: (field: string) => boolean;
    }
  | {
      readonly kind: "items";
      readonly items: Schema;
      readonly keys: readonly string[];
      /** The path element of a list item; undefined if the item lacks its key. */
      readonly elementOf: (item: unknown) => PathElement | undefined;
    };

const whole: OwnershipShape = { kind: "leaf" };
const unknown: Schema = {};
const undeclared: OwnershipShape = { kind: "fields", schemaOf: () => unknown, isDeclared: () => false };

/**
 * How field managers own a value, by its schema. Without a schema, objects are owned per field and lists atomically.
 * @source Kubernetes: kube-openapi pkg/schemaconv; structured-merge-diff typed/parser.go (deduced type)
 */
export function ownershipShapeOf(given: Schema, value: unknown): OwnershipShape {
  const schema = resolveSchema(given, findSchema);
  if (isRecord(value)) return recordShape(schema);
  return Array.isArray(value) && schema.type === "array" ? listShape(schema) : whole;
}

function recordShape(schema: Schema): OwnershipShape {
  const { type, properties, additionalProperties } = schema;
  if (type === undefined) return undeclared;
  if (type !== "object" || schema["x-kubernetes-map-type"] === "atomic") return whole;
  if (properties === undefined && additionalProperties === undefined) return undeclared;
  const isDeclared = (field: string) => properties !== undefined && Object.hasOwn(properties, field);
  return {
    kind: "fields",
    isDeclared,
    schemaOf: (field) => (isDeclared(field) ? properties?.[field] : additionalProperties) ?? unknown,
  };
}

function listShape({ items = unknown, ...schema }: Schema): OwnershipShape {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  switch (schema["x-kubernetes-list-type"]) {
    case "map":
      return { kind: "items", items, keys, elementOf: (item) => keyedItemPathElement(keys, item) };
    case "set":
      return { kind: "items", items, keys, elementOf: setItemPathElement };
    default:
      return whole;
  }
}

/** Whether a value has no fields or items. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
