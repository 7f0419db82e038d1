import "server-only";

/** OpenAPI v3 schema as kubectl reads it. additionalProperties is never a boolean, which crashes some releases. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly "x-kubernetes-preserve-unknown-fields"?: true;
  readonly "x-kubernetes-int-or-string"?: true;
  /** Whether list items are owned and merged by key (`map`), by value (`set`), or together (`atomic`, default). */
  readonly "x-kubernetes-list-type"?: "map" | "set" | "atomic";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic";
  readonly "x-kubernetes-patch-strategy"?: "merge";
  readonly "x-kubernetes-patch-merge-key"?: string;
}

/** Finds the schema that a `$ref` names. */
export type SchemaFinder = (name: string) => Schema | undefined;

/** Resolves the `$ref` of a schema; a schema without `$ref` is returned unchanged. */
export function resolveSchema(schema: Schema, find: SchemaFinder): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined ? schema : (find(reference.slice(reference.lastIndexOf("/") + 1)) ?? {});
}

const preserved: Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** Schemas by the type names that schema tables use. */
const types: Readonly<Record<string, Schema>> = {
  text: { type: "string" },
  flag: { type: "boolean" },
  integer: { type: "integer", format: "int32" },
  long: { type: "integer", format: "int64" },
  number: { type: "number", format: "double" },
  /** A Kubernetes quantity such as `5Gi`; numbers are accepted, too. */
  quantity: { type: "string", format: "quantity" },
  /** A Go duration such as `1h30m0s`. */
  duration: { type: "string", format: "duration" },
  time: { type: "string", format: "date-time" },
  "int-or-text": { "x-kubernetes-int-or-string": true, type: "string" },
  texts: { type: "array", items: { type: "string" } },
  /** A list of unique strings. */
  set: {
    type: "array",
    items: { type: "string" },
    "x-kubernetes-list-type": "set",
    "x-kubernetes-patch-strategy": "merge",
  },
  labels: { type: "object", additionalProperties: { type: "string" } },
  flags: { type: "object", additionalProperties: { type: "boolean" } },
  quantities: { type: "object", additionalProperties: { type: "string", format: "quantity" } },
  files: { type: "object", additionalProperties: { type: "string", format: "byte" } },
  object: { type: "object" },
  /** An object whose unknown fields are preserved. */
  open: preserved,
  /** An object that one field manager owns and replaces completely, such as a reference. */
  atomic: { type: "object", "x-kubernetes-map-type": "atomic" },
  "open-atomic": { ...preserved, "x-kubernetes-map-type": "atomic" },
};

type Schemas = Readonly<Record<string, Schema>>;

/**
 * Reads schemas from a table, with a field a line: its name, `*` where it is required, its type and what `kubectl explain` says
 * of it. Further in below it stand the fields of an object, or as `[]` what the items of a list are; those of `list(name)`
 * are known by that field, so that people may own and change one item each. A type is one of the words above, or the name of
 * a given schema, which gets the fields below it in addition.
 */
export function parseSchemaTable(table: string, given: Schemas = {}): Schemas {
  return Object.fromEntries(rowsOf(table, given).map(({ name, schema }) => [name, schema]));
}

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

function rowsOf(table: string, given: Schemas): readonly Row[] {
  const blocks = table.trim() === "" ? [] : table.trim().split(/\n(?=\S)/);
  return blocks.map((block) => {
    const [row = "", ...below] = block.split("\n");
    const [, name = "", mark, type = "", description = ""] = /^(\S+?)(\*?) (\S+) ?(.*)$/.exec(row) ?? [];
    const schema = typed(type, rowsOf(below.map((line) => line.slice(2)).join("\n"), given), given);
    return { name, isRequired: mark === "*", schema: description === "" ? schema : { ...schema, description } };
  });
}

function typed(type: string, below: readonly Row[], given: Schemas): Schema {
  const [isList, key] = /^list(?:\((\w+)\))?$/.exec(type) ?? [];
  if (isList !== undefined) return { type: "array", items: below[0]?.schema ?? {}, ...(key && keyed(key)) };
  const base = given[type] ?? types[type];
  if (base === undefined) throw new Error(`no field has the type ${type}`);
  if (below.length === 0) return base;
  const fields = Object.fromEntries(below.map(({ name, schema }) => [name, schema]));
  const required = below.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { ...base, properties: { ...base.properties, ...fields }, ...(required.length > 0 && { required }) };
}

function keyed(key: string): Schema {
  return {
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [key],
    "x-kubernetes-patch-strategy": "merge",
    "x-kubernetes-patch-merge-key": key,
  };
}
