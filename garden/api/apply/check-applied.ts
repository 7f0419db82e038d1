import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { formatPathElement } from "./path-element.ts";
import { type OwnershipShape, ownershipShapeOf } from "./shape.ts";

/**
 * Describes the first list in an applied object whose items lack unique keys; undefined if there is no such list.
 * @source Kubernetes: structured-merge-diff typed/validate.go
 */
export function describeAmbiguousList(schema: Schema, value: unknown): string | undefined {
  const shape = ownershipShapeOf(schema, value);
  if (shape.kind === "items" && Array.isArray(value)) return itemsMisfit(shape, value);
  if (shape.kind !== "fields" || !isRecord(value)) return undefined;
  for (const [field, part] of Object.entries(value)) {
    const misfit = describeAmbiguousList(shape.schemaOf(field), part);
    if (misfit !== undefined) return `.${field}${misfit}`;
  }
  return undefined;
}

function itemsMisfit(
  { items, keys, elementOf }: OwnershipShape & { readonly kind: "items" },
  list: readonly unknown[],
): string | undefined {
  const seen = new Set<string>();
  for (const [at, item] of list.entries()) {
    const element = elementOf(item);
    if (element === undefined) return `: element ${at}: ${lackOf(keys, item)}`;
    if (seen.has(element)) return `: duplicate entries for key ${formatPathElement(element)}`;
    seen.add(element);
    const misfit = describeAmbiguousList(items, item);
    if (misfit !== undefined) return `${formatPathElement(element)}${misfit}`;
  }
  return undefined;
}

function lackOf(keys: readonly string[], item: unknown): string {
  const missing = keys.find((key) => !isRecord(item) || item[key] === undefined || item[key] === null);
  if (keys.length === 0) return "a set can only hold plain values";
  return missing === undefined
    ? "associative list with keys may not have a list or a record as a key"
    : `associative list with keys has an element that omits key field ${JSON.stringify(missing)} (and doesn't have default value)`;
}
