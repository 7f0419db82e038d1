import * as z from "zod/mini";

/** Response of GET /api/seeds/{seed}/scheduling: whether the scheduler sees the Seed, and what a change would do. */
export const seedSchedulingSchema = z.object({
  seed: z.string(),
  /** Generation of the Seed's specification that a change is for. */
  generation: z.number(),
  visible: z.boolean(),
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
  /** Generation of the Seed's specification that the user saw. */
  generation: z.number(),
});
export type SeedSchedulingChange = z.infer<typeof seedSchedulingChangeSchema>;

/** Its response: the visibility that the garden has stored. */
export const seedVisibilitySchema = z.object({ visible: z.boolean() });
