import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { text } from "#lib/language/text.ts";

/** Segment of a path in a manifest: a field name or a list index. */
export type ManifestPathSegment = string | number;

const texts: FieldSchema = { type: "object", values: { type: "string" } };

/** Returns the schema of the complete editor text, which contains the garden's schema of a Shoot's spec. */
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

/** Returns the schema of the field at a path; undefined if unknown. */
export function fieldSchemaAt(schema: FieldSchema, path: readonly ManifestPathSegment[]): FieldSchema | undefined {
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

/** Path as text, `spec.provider.workers[0].name`; keys that are not plain words are put in brackets. */
export function formatFieldPath(path: readonly ManifestPathSegment[]): string {
  return path
    .map((segment, index) => {
      const plain = typeof segment === "string" && plainKey.test(segment);
      return plain ? `${index === 0 ? "" : "."}${segment}` : `[${segment}]`;
    })
    .join("");
}
