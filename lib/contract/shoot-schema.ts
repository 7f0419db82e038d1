import * as z from "zod/mini";

const fieldTypes = ["object", "array", "string", "integer", "number", "boolean", "string or number"] as const;

/** What the garden's OpenAPI says of one field, as much of it as an editor needs. Without a type it takes anything. */
export interface FieldSchema {
  readonly type?: (typeof fieldTypes)[number];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  /** Of a map whose keys are free: what each value is. */
  readonly values?: FieldSchema;
  /** Fields that are not named here are taken, too. */
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

/** GET /api/shoot-schema: the schema of a Shoot's spec, or why there is none. */
export const shootSchemaAnswerSchema = z.discriminatedUnion("known", [
  z.object({ known: z.literal(true), spec: fieldSchema }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);
export type ShootSchemaAnswer = z.infer<typeof shootSchemaAnswerSchema>;
