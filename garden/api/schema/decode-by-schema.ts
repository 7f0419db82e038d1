import "server-only";
import { canonicalDuration, durationSeconds } from "#lib/kube/go-duration.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { resolveSchema, type Schema, type SchemaFinder } from "./schema.ts";

/** Result of decoding a value with a schema. */
export interface SchemaDecodeResult {
  /** The decoded value without unknown fields and nulls; durations have Go's format. */
  readonly value: unknown;
  /** Error for the first field with a wrong type, as Go's JSON decoder words it; undefined if all types are correct. */
  readonly mismatch: string | undefined;
  /** Paths of unknown fields that were dropped, in the order of the value. */
  readonly unknownFields: readonly string[];
}

interface Walk {
  readonly find: SchemaFinder;
  readonly unknownFields: string[];
  mismatch: string | undefined;
}

/**
 * Decodes a value by its schema, as Go decodes JSON into a struct and encodes it again: null means unset, wrong types
 * are errors, and unknown fields are dropped.
 */
export function decodeBySchema(schema: Schema, value: unknown, find: SchemaFinder): SchemaDecodeResult {
  const walk: Walk = { find, unknownFields: [], mismatch: undefined };
  const conformed = visit(walk, schema, { value, path: "" });
  return { value: conformed, mismatch: walk.mismatch, unknownFields: walk.unknownFields };
}

interface Place {
  readonly value: unknown;
  readonly path: string;
}

function visit(walk: Walk, given: Schema, { value, path }: Place): unknown {
  if (value === null || value === undefined) return value;
  const schema = resolveSchema(given, walk.find);
  switch (schema.type) {
    case "object":
      return isRecord(value) ? visitRecord(walk, schema, { value, path }) : mismatch(walk, { value, path }, "map");
    case "array": {
      if (!Array.isArray(value)) return mismatch(walk, { value, path }, "slice");
      const { items } = schema;
      return items === undefined
        ? value
        : sameOr(
            value,
            value.map((item, at) =>
              item === null ? zeroOf(walk, items) : visit(walk, items, { value: item, path: `${path}[${at}]` }),
            ),
          );
    }
    case undefined:
      return value;
    default:
      if (!fitsScalar(schema, value)) return mismatch(walk, { value, path }, scalarName(schema));
      return schema.format === "duration" && typeof value === "string" ? (canonicalDuration(value) ?? value) : value;
  }
}

/** The value that replaces a null in a list or map, where a null cannot be dropped. */
function zeroOf({ find }: Walk, given: Schema): unknown {
  switch (resolveSchema(given, find).type) {
    case "string":
      return "";
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "object":
      return {};
    default:
      return null;
  }
}

function visitRecord(
  walk: Walk,
  { properties, additionalProperties, ...schema }: Schema,
  { value, path }: { readonly value: Readonly<Record<string, unknown>>; readonly path: string },
): unknown {
  if (properties === undefined && additionalProperties === undefined) return value;
  const open = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const kept: [string, unknown][] = [];
  let isSame = true;
  for (const [key, field] of Object.entries(value)) {
    const known = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (known === undefined && !open) {
      walk.unknownFields.push(join(path, key));
      isSame = false;
      continue;
    }
    if (known !== undefined && field === null) {
      isSame = false;
      if (known === additionalProperties) kept.push([key, zeroOf(walk, known)]);
      continue;
    }
    const conformed = known === undefined ? field : visit(walk, known, { value: field, path: join(path, key) });
    isSame &&= conformed === field;
    kept.push([key, conformed]);
  }
  return isSame ? value : Object.fromEntries(kept);
}

function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, at) => item === before[at]) ? before : after;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function fitsScalar(schema: Schema, value: unknown): boolean {
  if (schema["x-kubernetes-int-or-string"] === true) return typeof value === "string" || isInteger(value);
  switch (schema.type) {
    case "string":
      if (schema.format === "quantity" && typeof value === "number")
        return canonicalQuantity(String(value)) !== undefined;
      return typeof value === "string" && fitsFormat(schema.format, value);
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return isInteger(value, schema.format);
    case "number":
      return typeof value === "number";
    default:
      return true;
  }
}

/** Maximum length of durations and quantities; parsing millions of digits would take seconds. */
const longestNumber = 64;

function fitsFormat(format: string | undefined, text: string): boolean {
  switch (format) {
    case "date-time":
      return parseInstant(text) !== undefined;
    case "byte":
      return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
    case "duration":
      return text.length <= longestNumber && durationSeconds(text) !== undefined;
    case "quantity":
      return text.length <= longestNumber && canonicalQuantity(text) !== undefined;
    default:
      return true;
  }
}

/** Checks an integer, which has 32 bits unless the schema says 64 bits. */
function isInteger(value: unknown, format = "int32"): boolean {
  if (format === "int64") return Number.isSafeInteger(value);
  return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
}

function scalarName({ type, format }: Schema): string {
  if (format === "date-time") return "time.Time";
  if (format === "byte") return "[]uint8";
  if (format === "duration") return "v1.Duration";
  if (format === "quantity") return "resource.Quantity";
  if (type === "boolean") return "bool";
  return type === "integer" ? (format ?? "int32") : (type ?? "");
}

function mismatch(walk: Walk, { value, path }: Place, wanted: string): unknown {
  walk.mismatch ??= `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${path} of type ${wanted}`;
  return value;
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}
