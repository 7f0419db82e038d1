import * as z from "zod/mini";

/** Response of GET /api/seeds/{seed}/scheduling: whether the scheduler sees the Seed, and what a change would do. */
export const seedSchedulingSchema = z.object({
  seed: z.string(),
  /** Version of the Seed that a change is for. */
  resourceVersion: z.string(),
  visible: z.boolean(),
  /** Whether the user may change the Seed; undefined if the access review failed. */
  mayChange: z.exactOptional(z.boolean()),
  /** Number of clusters on the Seed; undefined unless the user sees all clusters. */
  clusters: z.exactOptional(z.number()),
  /** Regions in which new clusters find a Seed elsewhere, or none, once the visibility is the other one. */
  changes: z.array(z.object({ sentence: z.string(), after: z.enum(["in-region", "elsewhere", "nowhere"]) })),
  /** Whether all CloudProfiles could be read; if not, it is unknown for which new clusters something changes. */
  profilesRead: z.boolean(),
});
export type SeedScheduling = z.infer<typeof seedSchedulingSchema>;

/** POST /api/seeds/{seed}/scheduling: hides the Seed from the scheduler, or shows it, with the user's own token. */
export const seedSchedulingChangeSchema = z.strictObject({
  visible: z.boolean(),
  /** Version of the Seed that the user saw. */
  resourceVersion: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type SeedSchedulingChange = z.infer<typeof seedSchedulingChangeSchema>;

/** Its response: the visibility that the garden has stored. */
export const seedVisibilitySchema = z.object({ visible: z.boolean() });
