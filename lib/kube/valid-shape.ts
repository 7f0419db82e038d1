import { isRecord } from "./wire.ts";

/** Type that a JSON field must have so that rules can read it. Fields that a shape does not list are kept unchanged. */
export type FieldShape =
  | "text"
  | "flag"
  | "number"
  | "texts"
  | "text-map"
  | "texts-map"
  | { readonly items: FieldShape; readonly needs?: string }
  | { readonly fields: FieldShapes };
export type FieldShapes = Readonly<Record<string, FieldShape>>;

const isText = (value: unknown) => typeof value === "string";

/** A JSON value; undefined if its type is wrong, so that the API server could not decode the value. Null is kept. */
export function valueWithValidTypes(value: unknown, shape: FieldShape): unknown {
  if (shape === "text") return isText(value) ? value : undefined;
  if (shape === "flag") return typeof value === "boolean" ? value : undefined;
  if (shape === "number") return typeof value === "number" ? value : undefined;
  if (shape === "texts") {
    if (!Array.isArray(value)) return undefined;
    return value.every(isText) ? value : value.filter(isText);
  }
  if (shape === "text-map") return isRecord(value) ? keep(value, (one) => (isText(one) ? one : undefined)) : undefined;
  if (shape === "texts-map")
    return isRecord(value) ? keep(value, (one) => valueWithValidTypes(one, "texts")) : undefined;
  if ("items" in shape) return Array.isArray(value) ? validItems(value, shape) : undefined;
  return isRecord(value) ? withValidFields(value, shape.fields) : undefined;
}

/** Validates only the fields in the shape, because a Shoot has hundreds of others. Copies nothing if all are valid. */
function withValidFields(record: Readonly<Record<string, unknown>>, fields: FieldShapes): unknown {
  let valid: Record<string, unknown> | undefined;
  for (const key in fields) {
    const shape = fields[key];
    const value = record[key];
    if (shape === undefined || value === undefined || value === null) continue;
    const read = valueWithValidTypes(value, shape);
    if (read === value) continue;
    valid ??= { ...record };
    if (read === undefined) delete valid[key];
    else valid[key] = read;
  }
  return valid ?? record;
}

function validItems(
  items: readonly unknown[],
  { items: shape, needs }: { items: FieldShape; needs?: string },
): unknown {
  const lacks = (item: unknown) => needs !== undefined && isRecord(item) && (item[needs] ?? undefined) === undefined;
  const validItem = (item: unknown) => {
    const read = valueWithValidTypes(item, shape);
    return lacks(read) ? undefined : read;
  };
  if (items.every((item) => item !== undefined && validItem(item) === item)) return items;
  return items.map(validItem).filter((item) => item !== undefined);
}

function keep(record: Readonly<Record<string, unknown>>, read: (value: unknown) => unknown) {
  const keys = Object.keys(record);
  if (keys.every((key) => record[key] !== undefined && read(record[key]) === record[key])) return record;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = read(record[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Shape of a list of objects; objects that lack the required field are dropped. */
export const objectListShape = (fields: FieldShapes, needs?: string): FieldShape => ({
  items: { fields },
  ...(needs !== undefined && { needs }),
});
export const objectShape = (fields: FieldShapes): FieldShape => ({ fields });
