import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { ManifestPathSegment } from "./manifest-schema.ts";

type ShapeError = readonly [path: readonly ManifestPathSegment[], message: string];

/** Maximum number of reported errors. */
const mostErrors = 100;

/** Values that contradict the schema: unknown fields and wrong types. The garden makes the final decision. */
export function findSchemaErrors(
  value: unknown,
  schema: FieldSchema,
  path: readonly ManifestPathSegment[],
): readonly ShapeError[] {
  const faults: ShapeError[] = [];
  collect(value, schema, path, faults);
  return faults;
}

function collect(
  value: unknown,
  schema: FieldSchema,
  path: readonly ManifestPathSegment[],
  faults: ShapeError[],
): void {
  if (value === null || value === undefined || faults.length >= mostErrors) return;
  const wrong = typeError(value, schema);
  if (wrong !== undefined) {
    faults.push([path, wrong]);
    return;
  }
  const { items, fields, values, open = false } = schema;
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) collect(item, items, [...path, index], faults);
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const known = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : values;
      if (known) collect(inner, known, [...path, key], faults);
      else if (fields && !open) faults.push([[...path, key], unknownLabel(key, Object.keys(fields))]);
    }
  }
}

/** Describes an unknown field, with `did you mean …?` if a known name differs only in case or one letter. */
function unknownLabel(key: string, names: readonly string[]): string {
  const near =
    names.find((name) => name.toLowerCase() === key.toLowerCase()) ?? names.find((name) => isNear(name, key));
  return near === undefined
    ? text("The garden's schema knows no field {key} here.", { key })
    : text("The garden's schema knows no field {key} here: did you mean {near}?", { key, near });
}

/** Returns whether two names differ by one inserted, removed or changed letter. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1);
}

function typeError(value: unknown, { type, enum: allowed }: FieldSchema): string | undefined {
  switch (type) {
    case "string":
      if (typeof value !== "string")
        return isRecord(value) ? text("This must be a text.") : text("This must be a text: write it in quotes.");
      return allowed !== undefined && !allowed.includes(value)
        ? text("This must be one of {values}.", { values: allowed.join(", ") })
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? undefined : text("This must be true or false, without quotes.");
    case "integer":
      return Number.isInteger(value) ? undefined : text("This must be a whole number, without quotes.");
    case "number":
      return typeof value === "number" ? undefined : text("This must be a number, without quotes.");
    case "string or number":
      return typeof value === "string" || typeof value === "number"
        ? undefined
        : text("This must be a text or a number.");
    case "array":
      return Array.isArray(value) ? undefined : text("This must be a list: each item begins with a dash.");
    case "object":
      return isRecord(value) ? undefined : text("This must be a block of fields.");
    default:
      return undefined;
  }
}
