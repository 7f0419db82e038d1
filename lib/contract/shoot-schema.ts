import * as z from "zod/mini";

const fieldTypes = ["object", "array", "string", "integer", "number", "boolean", "string or number"] as const;

/** Part of a field's OpenAPI schema that the manifest editor needs. Without a type, any value is valid. */
export interface FieldSchema {
  readonly type?: (typeof fieldTypes)[number];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  /** Schema of the values, for a map with arbitrary keys. */
  readonly values?: FieldSchema;
  /** Whether fields that the schema does not list are accepted too. */
  readonly open?: boolean;
}

const fieldSchema: z.ZodMiniType<FieldSchema> = z.lazy(() =>
  z.object({
    type: z.exactOptional(z.enum(fieldTypes)),
    description: z.exactOptional(z.string()),
    enum: z.exactOptional(z.array(z.string())),
    fields: z.exactOptional(z.record(z.string(), fieldSchema)),
    items: z.exactOptional(fieldSchema),
    values: z.exactOptional(fieldSchema),
    open: z.exactOptional(z.boolean()),
  }),
);

/** Response of GET /api/shoot-schema: the schema of a Shoot's spec, or the reason why it is missing. */
export const shootSchemaResponseSchema = z.discriminatedUnion("known", [
  z.object({ known: z.literal(true), spec: fieldSchema }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);
export type ShootSchemaResponse = z.infer<typeof shootSchemaResponseSchema>;
