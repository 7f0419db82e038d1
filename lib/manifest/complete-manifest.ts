import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { text } from "#lib/language/text.ts";
import { type CursorPosition, cursorPositionIn, yamlKeyAtOffset } from "./cursor-position.ts";
import { fieldSchemaAt, formatFieldPath } from "./manifest-schema.ts";

/** Completions at a cursor position, and the range of the text that they replace. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

export interface Completion {
  readonly label: string;
  /** Text that the editor inserts for the completion. */
  readonly insert: string;
  /** Type of the field in a word. */
  readonly detail: string;
  readonly info: string;
}

/** Documentation of the field under the pointer. */
export interface FieldDescription {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly detail: string;
  readonly info: string;
}

/** Returns the label of a field's type: `list of object`, `string`, `map of string`; `anything` if unspecified. */
export function schemaTypeLabel({ type, items, values, fields }: FieldSchema): string {
  if (type === "array")
    return text("list of {type}", { type: items === undefined ? text("anything") : schemaTypeLabel(items) });
  if (type === "object" && fields === undefined && values !== undefined)
    return text("map of {type}", { type: schemaTypeLabel(values) });
  return type ?? text("anything");
}

/** Returns the completions from the schema at an offset of the text; undefined if there are none. */
export function completeManifest(written: string, offset: number, schema: FieldSchema): Completions | undefined {
  const place = cursorPositionIn(written, offset);
  const field = place && fieldSchemaAt(schema, place.path);
  if (place === undefined || field === undefined) return undefined;
  const options = place.writes === "key" && field.fields !== undefined ? keysOf(field.fields, place) : valuesOf(field);
  return options.length === 0 ? undefined : { from: place.from, to: place.to, options };
}

function keysOf(fields: Readonly<Record<string, FieldSchema>>, place: CursorPosition): readonly Completion[] {
  return Object.entries(fields)
    .filter(([name]) => !place.present.has(name))
    .map(([name, field]) => ({
      label: name,
      insert: place.followed ? name : `${name}:${beginningOf(field, place.column)}`,
      detail: schemaTypeLabel(field),
      info: field.description ?? "",
    }));
}

/** Returns the text after a key's colon: a list's first item, an object's indentation, or a space before a value. */
function beginningOf({ type }: FieldSchema, column: number): string {
  const below = `\n${" ".repeat(column + 2)}`;
  if (type === "array") return `${below}- `;
  return type === "object" ? below : " ";
}

function valuesOf(field: FieldSchema): readonly Completion[] {
  const values = field.type === "boolean" ? ["true", "false"] : (field.enum ?? []);
  return values.map((value) => ({ label: value, insert: value, detail: "", info: "" }));
}

/** Documentation of the field whose name is at an offset. */
export function describeManifestField(
  written: string,
  offset: number,
  schema: FieldSchema,
): FieldDescription | undefined {
  const key = yamlKeyAtOffset(written, offset);
  const field = key && fieldSchemaAt(schema, key.path);
  if (key === undefined || field === undefined) return undefined;
  const { description = "", enum: values = [] } = field;
  const allowed = values.length === 0 ? "" : text("One of {values}.", { values: values.join(", ") });
  return {
    from: key.from,
    to: key.to,
    title: formatFieldPath(key.path),
    detail: schemaTypeLabel(field),
    info: [description, allowed].filter((part) => part !== "").join(" "),
  };
}
