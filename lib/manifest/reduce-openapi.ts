import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Limits above the size of any Shoot schema, so that a response of a garden cannot exhaust the memory. */
const bounds = { fields: 8_000, depth: 24, description: 500, allDescriptions: 500_000, values: 100 } as const;

type Json = Readonly<Record<string, unknown>>;

interface Reducing {
  readonly schemas: Json;
  fields: number;
  described: number;
}

/** Returns whether an OpenAPI schema is that of core.gardener.cloud/v1beta1, Kind=Shoot. */
function isShoot([name, schema]: readonly [string, unknown]): boolean {
  const kinds = listAt(schema, "x-kubernetes-group-version-kind");
  if (kinds.length === 0) return /(^|\.)v1beta1\.Shoot$/.test(name);
  return kinds.some(
    (kind) =>
      stringAt(kind, "group") === "core.gardener.cloud" &&
      stringAt(kind, "version") === "v1beta1" &&
      stringAt(kind, "kind") === "Shoot",
  );
}

/**
 * Extracts the schema of a Shoot's spec from an OpenAPI v3 document: names, types, descriptions and enumerations, with
 * all references resolved. Undefined if the document does not contain it.
 */
export function shootSpecSchemaOfOpenApi(document: unknown): FieldSchema | undefined {
  const schemas = fieldAt(document, "components", "schemas");
  if (!isRecord(schemas)) return undefined;
  const shoot = Object.entries(schemas).find(isShoot)?.[1];
  const spec = fieldAt(shoot, "properties", "spec");
  if (!isRecord(spec)) return undefined;
  const reduced = reduce(spec, { schemas, fields: 0, described: 0 }, []);
  return reduced.fields === undefined ? undefined : reduced;
}

function reduce(given: unknown, state: Reducing, trail: readonly string[]): FieldSchema {
  if (!isRecord(given)) return {};
  state.fields += 1;
  const { schema, reference } = resolved(given, state.schemas);
  const description = labelOf(stringAt(given, "description") || stringAt(schema, "description"), state);
  const words = description === undefined ? {} : { description };
  const endless = reference !== undefined && trail.includes(reference);
  if (endless || state.fields > bounds.fields || trail.length > bounds.depth) return { ...words, open: true };
  return { ...words, ...shapeOf(schema, state, [...trail, reference ?? ""]) };
}

function labelOf(text: string | undefined, state: Reducing): string | undefined {
  const words = text?.trim() ?? "";
  if (words === "" || state.described > bounds.allDescriptions) return undefined;
  const shown = words.length > bounds.description ? `${words.slice(0, bounds.description - 1)}…` : words;
  state.described += shown.length;
  return shown;
}

/** Resolves the reference of a schema. OpenAPI v3 wraps a reference in `allOf` to add a description. */
function resolved(given: Json, schemas: Json): { readonly schema: Json; readonly reference: string | undefined } {
  const [wrapped] = listAt(given, "allOf");
  const path = stringAt(given, "$ref") ?? stringAt(wrapped, "$ref");
  if (path === undefined) return { schema: isRecord(wrapped) ? { ...wrapped, ...given } : given, reference: undefined };
  const reference = path.slice(path.lastIndexOf("/") + 1);
  const target = Object.hasOwn(schemas, reference) ? schemas[reference] : undefined;
  return { schema: isRecord(target) ? target : {}, reference };
}

function shapeOf(schema: Json, state: Reducing, trail: readonly string[]): FieldSchema {
  if (isStringOrNumber(schema)) return { type: "string or number" };
  switch (schema.type) {
    case "string": {
      const values = listAt(schema, "enum").filter((value) => typeof value === "string");
      return { type: "string", ...(values.length > 0 && { enum: values.slice(0, bounds.values) }) };
    }
    case "integer":
    case "number":
    case "boolean":
      return { type: schema.type };
    case "array":
      return { type: "array", items: reduce(schema.items, state, trail) };
    default:
      return isRecord(schema.properties) || schema.type === "object" ? objectOf(schema, state, trail) : {};
  }
}

/** Returns whether a schema is that of IntOrString or Quantity. */
function isStringOrNumber(schema: Json): boolean {
  const types = listAt(schema, "oneOf").map((one) => stringAt(one, "type"));
  const mixed = types.includes("string") && (types.includes("integer") || types.includes("number"));
  const format = stringAt(schema, "format");
  return mixed || schema["x-kubernetes-int-or-string"] === true || format === "int-or-string" || format === "quantity";
}

function objectOf(schema: Json, state: Reducing, trail: readonly string[]): FieldSchema {
  const { properties, additionalProperties } = schema;
  const fields = isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, reduce(field, state, trail)]))
    : undefined;
  const values = isRecord(additionalProperties) ? reduce(additionalProperties, state, trail) : undefined;
  const open = schema["x-kubernetes-preserve-unknown-fields"] === true || (!fields && !values);
  return { type: "object", ...(fields && { fields }), ...(values && { values }), ...(open && { open }) };
}
