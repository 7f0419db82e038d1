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
