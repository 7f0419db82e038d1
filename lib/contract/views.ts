import * as z from "zod/mini";
import { viewLimits, viewPages } from "./view-limits.ts";

const pattern = new RegExp(`^(${viewPages.join("|")})(\\?[\\x21-\\x7e]*)?$`);
/** It says where to look and never what is seen: rows are filtered by the rights of whoever opens it. */
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

/** An address with a name, as it is kept. `by` and `at` say who wrote it last, and when. */
export const storedViewSchema = z.object({
  id: viewId,
  name: named,
  address: viewAddressSchema,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** As it is shown: characters that nobody sees are named there, which takes more of them. */
export const savedViewSchema = z.object({ ...storedViewSchema.shape, name: z.string(), by: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;

/** Which view: of a project, or the caller's own. */
export const viewKeySchema = z.object({ project: z.exactOptional(project), id: viewId });
export type ViewKey = z.infer<typeof viewKeySchema>;

const shelf = {
  views: z.array(savedViewSchema),
  /** Entries of a form that this build does not know, or more than it shows. They stay as they are. */
  unshown: z.number(),
};

/** GET /api/views: the caller's own views, and those that are shared with the projects that the caller sees. */
export const viewsSchema = z.object({
  own: z.object({
    ...shelf,
    /** What the list of clusters shows when one comes from the navigation. */
    opensWith: z.exactOptional(viewKeySchema),
    /** Why the caller's own views cannot be kept or shown. */
    unavailable: z.exactOptional(z.string()),
  }),
  /** Only projects that have some. */
  shared: z.array(
    z.object({
      ...shelf,
      project: z.string(),
      /** False: the garden does not let the caller change ConfigMaps there. */
      mayWrite: z.boolean(),
      /** The ConfigMap holds views of another form, which are neither shown nor written over. */
      unknownForm: z.boolean(),
    }),
  ),
  /** Projects whose shared views the garden does not let the caller read. */
  forbidden: z.array(z.string()),
  /** How many projects were not read: there are too many, they took too long, or the garden did not answer. */
  beyond: z.number(),
});
export type Views = z.infer<typeof viewsSchema>;

const place = { project: z.exactOptional(project) };

/**
 * POST /api/views: one change, in a project or among the caller's own. `seen` is when the view that the person looked at
 * was written, so that nobody takes back another's change unseen.
 */
export const viewChangeSchema = z.discriminatedUnion("kind", [
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
  /** Without a view the list opens as it is. */
  z.strictObject({ kind: z.literal("open-with"), view: z.exactOptional(z.strictObject({ ...place, id: viewId })) }),
]);
export type ViewChange = z.infer<typeof viewChangeSchema>;

/** The view that was written. */
export const viewChangedSchema = z.object({ view: z.exactOptional(savedViewSchema) });
