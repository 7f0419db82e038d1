import * as z from "zod/mini";

/** Groups of attention causes by due date: now, version already ended, or within so many days; `open` has no date. */
export const attentionTiers = ["now", "ended", "30", "90", "open"] as const;
export type AttentionTier = (typeof attentionTiers)[number];

/** Cause for attention on the overview of a garden, as shown there. */
const attentionCauseSchema = z.object({
  tier: z.enum(attentionTiers),
  /** When the cause falls due, such as the end of a version, in epoch milliseconds; absent if it has no date. */
  at: z.optional(z.int()),
  title: z.string(),
  detail: z.string(),
  clusters: z.int(),
  /** Number of unused projects, for a cause that concerns no clusters. */
  projects: z.optional(z.int()),
  /** Path of the page with exactly the affected clusters, or with the projects, relative to the garden. */
  href: z.string(),
});
export type AttentionCauseCount = z.infer<typeof attentionCauseSchema>;

/** Calendar entry about the end of a version. */
const datedEntrySchema = z.object({
  /** Day of the entry in UTC, such as `2026-11-24`. */
  day: z.string(),
  hue: z.enum(["negative", "caution", "info", "notice", "neutral"]),
  title: z.string(),
  clusters: z.int(),
  /** Path of a list with exactly the affected clusters, or of the calendar's day if no query selects just these. */
  href: z.string(),
});
export type DatedEntryCount = z.infer<typeof datedEntrySchema>;

/** Response of GET /api/figures: counts of one garden's clusters that the user may see and that match the search. */
export const gardenCountsSchema = z.object({
  clusters: z.int(),
  /** Number of causes that the overview lists as needing attention, and the first of them in its order. */
  attention: z.object({ causes: z.int(), first: z.array(attentionCauseSchema) }),
  /** Number of clusters with a forced change that is overdue or due within 90 days. */
  forced: z.int(),
  /** Clusters without a forecast, for which forced changes are unknown. */
  unforeseen: z.int(),
  /** Clusters whose first forced change is overdue. */
  overdue: z.int(),
  /** Number of clusters by week of their first forced change or dead end; weeks start on Mondays UTC (epoch ms). */
  weeks: z.array(z.object({ fromAt: z.int(), time: z.string(), forced: z.int() })),
  /** Calendar entries about version ends in these weeks, ordered by day. */
  dates: z.object({
    entries: z.array(datedEntrySchema),
    /** First day whose entries were left out because there are too many. */
    leftOutFrom: z.optional(z.string()),
  }),
  /** First clusters by name that match the search; empty without a search. */
  found: z.array(z.object({ project: z.string(), name: z.string() })),
  /** Descriptions of the data that are no longer up to date. */
  notLive: z.array(z.string()),
  /** Caveats about all counts, as sentences. */
  caveats: z.array(z.string()),
});
export type GardenCounts = z.infer<typeof gardenCountsSchema>;
export type AttentionCounts = GardenCounts["attention"];
export type DateCounts = GardenCounts["dates"];

/** Maximum length of a search, above what users type. Longer ones are cut, because lists do not refuse them either. */
export const maxSearchLength = 200;
