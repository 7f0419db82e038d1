import "server-only";

/** An OpenAPI v3 schema, as much of it as kubectl reads. Booleans for additionalProperties crash some of its releases. */
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
  /** How the items of a list are told apart, and so owned and merged; a list without it is one value. */
  readonly "x-kubernetes-list-type"?: "map" | "set" | "atomic";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic";
  readonly "x-kubernetes-patch-strategy"?: "merge";
  readonly "x-kubernetes-patch-merge-key"?: string;
}

/** Finds the schema that a `$ref` names. */
export type SchemaFinder = (name: string) => Schema | undefined;

/** The schema itself, or the one that it refers to. */
export function resolveSchema(schema: Schema, find: SchemaFinder): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined ? schema : (find(reference.slice(reference.lastIndexOf("/") + 1)) ?? {});
}

export function text(description: string): Schema {
  return { type: "string", description };
}

export function flag(description: string): Schema {
  return { type: "boolean", description };
}

export function integer(description: string): Schema {
  return { type: "integer", format: "int32", description };
}

export function number(description: string): Schema {
  return { type: "number", format: "double", description };
}

/** A quantity of Kubernetes such as `5Gi`; numbers are understood, too. */
export function quantity(description: string): Schema {
  return { type: "string", format: "quantity", description };
}

/** A duration of Go such as `1h30m0s`. */
export function duration(description: string): Schema {
  return { type: "string", format: "duration", description };
}

export function texts(description: string): Schema {
  return list(description, { type: "string" });
}

export function flags(description: string): Schema {
  return map(description, { type: "boolean" });
}

export function labels(description: string): Schema {
  return map(description, { type: "string" });
}

export function intOrText(description: string): Schema {
  return { "x-kubernetes-int-or-string": true, type: "string", description };
}

export function time(description: string): Schema {
  return { type: "string", format: "date-time", description };
}

export function list(description: string, items: Schema): Schema {
  return { type: "array", description, items };
}

/** A list whose items are known by one of their fields: people may own and change one item each. */
export function keyedList(description: string, key: string, items: Schema): Schema {
  return {
    ...list(description, items),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [key],
    "x-kubernetes-patch-strategy": "merge",
    "x-kubernetes-patch-merge-key": key,
  };
}

/** A list of plain values, each there once. */
export function textSet(description: string): Schema {
  return { ...texts(description), "x-kubernetes-list-type": "set", "x-kubernetes-patch-strategy": "merge" };
}

/** A record that is owned and replaced as a whole, such as a reference. */
export function atomic(schema: Schema): Schema {
  return { ...schema, "x-kubernetes-map-type": "atomic" };
}

export function map(description: string, values: Schema): Schema {
  return { type: "object", description, additionalProperties: values };
}

export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema {
  return { type: "object", description, properties, ...(required.length === 0 ? {} : { required }) };
}

export function ref(name: string): Schema {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}

/** A block whose fields this server does not know; they are kept as they come. */
export function open(description: string): Schema {
  return { type: "object", description, "x-kubernetes-preserve-unknown-fields": true };
}
