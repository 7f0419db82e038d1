import * as z from "zod/mini";
import { viewLimits, viewPages } from "./view-limits.ts";

const pattern = new RegExp(`^(${viewPages.join("|")})(\\?[\\x21-\\x7e]*)?$`);
/** Address of a view. It grants no access: rows are filtered by the rights of the user who opens it. */
export const viewAddressSchema = z
  .string()
  .check(
    z.maxLength(viewLimits.address),
    z.regex(pattern, "must be the address of a page, such as /clusters?k8s=1.33.*"),
  );
const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(viewLimits.name));
const viewId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const project = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
const instant = z.string().check(z.maxLength(40));

/** Named address as stored. `by` and `at`: who wrote it last, and when. */
export const storedViewSchema = z.object({
  id: viewId,
  name: named,
  address: viewAddressSchema,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** View as shown: invisible characters are replaced by their names there, so texts may be longer. */
export const savedViewSchema = z.object({ ...storedViewSchema.shape, name: z.string(), by: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;

/** Key of a view, in a project or among the caller's own. */
export const viewKeySchema = z.object({ project: z.exactOptional(project), id: viewId });
export type ViewKey = z.infer<typeof viewKeySchema>;

const shelf = {
  views: z.array(savedViewSchema),
  /** Number of entries in a format that this build does not know, or above the maximum. They are kept unchanged. */
  unshown: z.number(),
};

/** GET /api/views: the caller's own views, and those shared with the projects that the caller sees. */
export const viewsSchema = z.object({
  own: z.object({
    ...shelf,
    /** View with which the list of clusters opens from the navigation. */
    opensWith: z.exactOptional(viewKeySchema),
    /** Why the caller's own views cannot be stored or shown. */
    unavailable: z.exactOptional(z.string()),
  }),
  /** Projects with shared views. */
  shared: z.array(
    z.object({
      ...shelf,
      project: z.string(),
      /** False when the garden does not let the caller change ConfigMaps there. */
      mayWrite: z.boolean(),
      /** Whether the ConfigMap has views in an unknown format, which are neither shown nor overwritten. */
      unknownForm: z.boolean(),
    }),
  ),
  /** Projects whose shared views the caller is not allowed to read. */
  forbidden: z.array(z.string()),
  /** Number of projects not read: too many, too slow, or the garden did not answer. */
  beyond: z.number(),
});
export type Views = z.infer<typeof viewsSchema>;

const place = { project: z.exactOptional(project) };

/**
 * POST /api/views: one change, in a project or among the caller's own. `seen` is the write time of the view that the
 * user saw, so that nobody undoes another's change unseen.
 */
export const viewChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("save"), ...place, name: named, address: viewAddressSchema }),
  z.strictObject({
    kind: z.literal("change"),
    ...place,
    id: viewId,
    seen: instant,
    name: z.exactOptional(named),
    address: z.exactOptional(viewAddressSchema),
  }),
  z.strictObject({ kind: z.literal("delete"), ...place, id: viewId, seen: instant }),
  /** Without a view, the list opens unfiltered by any view. */
  z.strictObject({ kind: z.literal("open-with"), view: z.exactOptional(z.strictObject({ ...place, id: viewId })) }),
]);
export type ViewChangeRequest = z.infer<typeof viewChangeRequestSchema>;

/** View as written. */
export const viewChangeResponseSchema = z.object({ view: z.exactOptional(savedViewSchema) });
