import { durationSeconds } from "#lib/kube/go-duration.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * What a value of a block can be: a field's type, a list of one shape, a map, or an object with these fields, and if it is
 * open with any others.
 */
export type BlockShape =
  | "text"
  | "flag"
  | "whole"
  | "unsigned"
  | "number"
  | "quantity"
  | "duration"
  | { readonly listOf: BlockShape }
  | { readonly mapOf: BlockShape }
  | { readonly fields: Readonly<Record<string, BlockShape>>; readonly isOpen?: boolean };

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  flag: (value) => typeof value === "boolean",
  whole: Number.isInteger,
  /** A number of 32 bits without a sign. */
  unsigned: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  number: (value) => typeof value === "number",
  quantity: (value) =>
    typeof value === "number" || (typeof value === "string" && canonicalQuantity(value.trim()) !== undefined),
  duration: (value) => typeof value === "string" && durationSeconds(value) !== undefined,
};

/**
 * Path of the first field of a block that is unknown or of another type, as an extension's decoder finds it;
 * undefined if there is none. Null counts as missing.
 */
export function findMisfit(value: unknown, shape: BlockShape, path = ""): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof shape === "string") return fits[shape]?.(value) ? undefined : path;
  if ("listOf" in shape) {
    if (!Array.isArray(value)) return path;
    return firstOf(value.entries(), (item, index) => findMisfit(item, shape.listOf, `${path}[${index}]`));
  }
  if (!isRecord(value)) return path;
  return firstOf(Object.entries(value), (item, name) => {
    const at = path === "" ? name : `${path}.${name}`;
    if ("mapOf" in shape) return findMisfit(item, shape.mapOf, at);
    const expected = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    if (expected === undefined) return shape.isOpen ? undefined : at;
    return findMisfit(item, expected, at);
  });
}

function firstOf<Key>(
  entries: Iterable<readonly [Key, unknown]>,
  find: (item: unknown, key: Key) => string | undefined,
): string | undefined {
  for (const [key, item] of entries) {
    const found = find(item, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
