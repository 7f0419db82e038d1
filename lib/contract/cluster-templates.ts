import * as z from "zod/mini";
import { clusterTemplateLimits } from "./cluster-template-limits.ts";

const { name, description, text } = clusterTemplateLimits;
const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(name));
const described = z.string().check(z.trim(), z.maxLength(description), z.regex(/^[^\r\n]*$/, "must be one line"));
const templateText = z.string().check(z.minLength(1), z.maxLength(text));
const templateId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const project = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
const instant = z.string().check(z.maxLength(40));

/**
 * Template as stored: the YAML of a Shoot with its comments, without name, namespace, region and account. `by` and
 * `at`: who changed it last, and when.
 */
export const storedClusterTemplateSchema = z.object({
  id: templateId,
  name: named,
  description: z.exactOptional(described),
  text: templateText,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** Template as shown: invisible characters are replaced by their names, so texts may be longer than stored. */
export const clusterTemplateSchema = z.object({
  ...storedClusterTemplateSchema.shape,
  name: z.string(),
  description: z.exactOptional(z.string()),
  text: z.string(),
  by: z.string(),
});
export type ClusterTemplate = z.infer<typeof clusterTemplateSchema>;

const shelf = {
  templates: z.array(clusterTemplateSchema),
  /** Number of stored templates that this build cannot read or that exceed the maximum. They are kept unchanged. */
  unshown: z.number(),
  /** Reason why templates cannot be stored or shown here. */
  unavailable: z.exactOptional(z.string()),
};

/** Response of GET /api/cluster-templates?project=…: the user's own templates, and those of the project. */
export const clusterTemplatesSchema = z.object({
  own: z.object(shelf),
  /** Templates of the project in the query; absent if none is named. */
  shared: z.exactOptional(
    z.object({
      ...shelf,
      project: z.string(),
      /** Whether the user may change ConfigMaps in the project, in which its templates are stored. */
      mayWrite: z.boolean(),
    }),
  ),
});
export type ClusterTemplates = z.infer<typeof clusterTemplatesSchema>;

const place = { project: z.exactOptional(project) };

/**
 * Request of POST /api/cluster-templates: one change of a template, in a project or among the user's own. `seen` is the
 * time of the version that the user saw, so that nobody overwrites another user's change by mistake.
 */
export const clusterTemplateChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("save"),
    ...place,
    name: named,
    description: z.exactOptional(described),
    text: templateText,
  }),
  z.strictObject({
    kind: z.literal("change"),
    ...place,
    id: templateId,
    seen: instant,
    name: z.exactOptional(named),
    description: z.exactOptional(described),
    text: z.exactOptional(templateText),
  }),
  z.strictObject({ kind: z.literal("delete"), ...place, id: templateId, seen: instant }),
]);
export type ClusterTemplateChangeRequest = z.infer<typeof clusterTemplateChangeRequestSchema>;

/** Response with the template as stored. */
export const clusterTemplateChangeResponseSchema = z.object({ template: z.exactOptional(clusterTemplateSchema) });
