import * as z from "zod/mini";

/** Maximum number of announcements of a garden, and maximum lengths of their texts in characters. */
export const announcementLimits = { announcements: 100, name: 120, text: 1_000, place: 253 } as const;

const placeName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(announcementLimits.place), z.regex(/^[\w.:/+-]+$/));
const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(announcementLimits.name));
const described = z.string().check(z.trim(), z.maxLength(announcementLimits.text));
const announcementId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const instant = z.string().check(z.maxLength(40));
/** A point in time as `2026-12-24T00:00:00.000Z`. Not `z.iso`, which every page would load. */
const momentSchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/), z.refine(isDate));

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/**
 * What an announcement is about: everything, the clusters of a Seed, of a CloudProfile or of a provider type, or a
 * version that is offered. A version without `image` is one of Kubernetes, such as `1.34` or `1.34.2`; without
 * `profile` it is meant in all CloudProfiles.
 */
export const announcementPlaceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("landscape") }),
  z.strictObject({ kind: z.literal("seed"), name: placeName }),
  z.strictObject({ kind: z.literal("profile"), name: placeName }),
  z.strictObject({ kind: z.literal("provider"), name: placeName }),
  z.strictObject({
    kind: z.literal("version"),
    version: placeName,
    image: z.exactOptional(placeName),
    profile: z.exactOptional(placeName),
  }),
]);
export type AnnouncementPlace = z.infer<typeof announcementPlaceSchema>;
export const announcementPlaceKinds = ["landscape", "seed", "profile", "provider", "version"] as const;

const contents = {
  /** Title: the first line that users see. */
  name: named,
  text: z.exactOptional(described),
  importance: z.enum(["info", "warning"]),
  place: announcementPlaceSchema,
  /** Shown from this time on, and until the other; at once and without end if absent. */
  from: z.exactOptional(momentSchema),
  until: z.exactOptional(momentSchema),
};

/** Announcement as stored. `by` and `at`: who changed it last, and when. */
export const storedAnnouncementSchema = z.object({
  id: announcementId,
  ...contents,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** Announcement as shown: invisible characters are replaced by their names, so texts may be longer than stored. */
export const announcementSchema = z.object({
  ...storedAnnouncementSchema.shape,
  name: z.string(),
  text: z.exactOptional(z.string()),
  by: z.string(),
});
export type Announcement = z.infer<typeof announcementSchema>;

/** Response of GET /api/announcements. */
export const announcementsSchema = z.object({
  /** Those that are shown now and concern the user; all for who may change them. */
  announcements: z.array(announcementSchema),
  /** Whether the user may change the ConfigMap in which announcements are stored. */
  mayWrite: z.boolean(),
  /** Number of stored announcements that this build cannot read or that exceed the maximum. They are kept unchanged. */
  unshown: z.number(),
  /** Reason why announcements cannot be stored or shown. */
  unavailable: z.exactOptional(z.string()),
});
export type Announcements = z.infer<typeof announcementsSchema>;

/** Request of POST /api/announcements: one change. `seen` is the time (`at`) of the version that the user saw. */
export const announcementChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("save"), ...contents }),
  z.strictObject({ kind: z.literal("change"), id: announcementId, seen: instant, ...contents }),
  z.strictObject({ kind: z.literal("delete"), id: announcementId, seen: instant }),
]);
export type AnnouncementChangeRequest = z.infer<typeof announcementChangeRequestSchema>;

/** Response with the announcement as stored. */
export const announcementChangeResponseSchema = z.object({ announcement: z.exactOptional(announcementSchema) });
