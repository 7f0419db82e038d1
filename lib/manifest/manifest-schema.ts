import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { text } from "#lib/language/text.ts";

/** A step into a manifest: the name of a field, or the place in a list. */
export type Segment = string | number;

const texts: FieldSchema = { type: "object", values: { type: "string" } };

/** The schema of what the editor shows, around the spec that the garden describes. */
export function manifestSchema(spec: FieldSchema): FieldSchema {
  return {
    type: "object",
    fields: {
      apiVersion: { type: "string", description: text("The version of the API. It cannot be changed here.") },
      kind: { type: "string", description: text("The kind of the object. It cannot be changed here.") },
      metadata: {
        type: "object",
        description: text("What identifies the object, with the labels and annotations that people set."),
        fields: {
          name: { type: "string", description: text("The name of the cluster. It cannot be changed.") },
          namespace: { type: "string", description: text("The namespace of the project. It cannot be changed.") },
          labels: { ...texts, description: text("Short texts to organise and select objects by.") },
          annotations: {
            ...texts,
            description: text("Texts that people and Gardener's components keep with the object."),
          },
        },
      },
      spec,
    },
  };
}

/** The schema of one field; undefined where none is known. */
export function schemaAt(schema: FieldSchema, path: readonly Segment[]): FieldSchema | undefined {
  let current: FieldSchema | undefined = schema;
  for (const segment of path) {
    if (current === undefined) return undefined;
    current = typeof segment === "number" ? current.items : fieldOf(current, segment);
  }
  return current;
}

function fieldOf({ fields, values }: FieldSchema, name: string): FieldSchema | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : values;
}

const plainKey = /^[A-Za-z][A-Za-z0-9]*$/;

/** `spec.provider.workers[0].name`; keys that are no plain words stand in brackets. */
export function pathText(path: readonly Segment[]): string {
  return path
    .map((segment, index) => {
      const plain = typeof segment === "string" && plainKey.test(segment);
      return plain ? `${index === 0 ? "" : "."}${segment}` : `[${segment}]`;
    })
    .join("");
}
