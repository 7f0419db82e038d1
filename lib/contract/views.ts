import * as z from "zod/mini";
import { viewLimits, viewPages } from "./view-limits.ts";

const pattern = new RegExp(`^(${viewPages.join("|")})(\\?[\\x21-\\x7e]*)?$`);
/** Address of a saved view. It grants no access: rows are filtered by the permissions of the user who opens it. */
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

/** Saved view as stored: a named address. `by` and `at`: who changed it last, and when. */
export const storedViewSchema = z.object({
  id: viewId,
  name: named,
  address: viewAddressSchema,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** Saved view as shown: invisible characters are replaced by their names, so texts may be longer than stored. */
export const savedViewSchema = z.object({ ...storedViewSchema.shape, name: z.string(), by: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;

/** Key of a saved view: its project, or none for the user's own views, and its id. */
export const viewKeySchema = z.object({ project: z.exactOptional(project), id: viewId });
export type ViewKey = z.infer<typeof viewKeySchema>;

const shelf = {
  views: z.array(savedViewSchema),
  /** Number of stored views that this build cannot read or that exceed the maximum. They are kept unchanged. */
  unshown: z.number(),
};

/** Response of GET /api/views: the user's own views, and those shared in the projects that the user sees. */
export const viewsSchema = z.object({
  own: z.object({
    ...shelf,
    /** Key of the view with which the cluster list opens from the navigation. */
    opensWith: z.exactOptional(viewKeySchema),
    /** Reason why the user's own views cannot be stored or shown. */
    unavailable: z.exactOptional(z.string()),
  }),
  /** Projects with shared views. */
  shared: z.array(
    z.object({
      ...shelf,
      project: z.string(),
      /** Whether the user may change ConfigMaps in the project, in which shared views are stored. */
      mayWrite: z.boolean(),
      /** Whether the project's ConfigMap has views in an unknown format, which are neither shown nor overwritten. */
      unknownForm: z.boolean(),
    }),
  ),
  /** Projects whose shared views the user is not allowed to read. */
  forbidden: z.array(z.string()),
  /** Number of projects whose views were not read: too many projects, reading too slow, or no answer of the garden. */
  beyond: z.number(),
});
export type Views = z.infer<typeof viewsSchema>;

const place = { project: z.exactOptional(project) };

/**
 * Request of POST /api/views: one change of a view, in a project or among the user's own. `seen` is the time of the
 * view version that the user saw, so that nobody overwrites another user's change by mistake.
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
  /** Chooses the view with which the cluster list opens; without a view, the list opens unfiltered. */
  z.strictObject({ kind: z.literal("open-with"), view: z.exactOptional(z.strictObject({ ...place, id: viewId })) }),
]);
export type ViewChangeRequest = z.infer<typeof viewChangeRequestSchema>;

/** Response with the view as stored. */
export const viewChangeResponseSchema = z.object({ view: z.exactOptional(savedViewSchema) });
