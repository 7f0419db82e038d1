import * as z from "zod/mini";

/** When a cause is due: now, version already ended, or within so many days; `open` has no date. */
export const attentionTiers = ["now", "ended", "30", "90", "open"] as const;
export type AttentionTier = (typeof attentionTiers)[number];

/** Cause on the overview of a garden, in the words shown there. */
const attentionCauseSchema = z.object({
  tier: z.enum(attentionTiers),
  /** When it is or was due, in epoch milliseconds. Absent without a date. */
  at: z.optional(z.int()),
  title: z.string(),
  detail: z.string(),
  clusters: z.int(),
  /** List of exactly these clusters: a relative URL of the garden's own pages. */
  href: z.string(),
});
export type AttentionCauseCount = z.infer<typeof attentionCauseSchema>;

/** Calendar entry about a version. */
const datedEntrySchema = z.object({
  /** Day in UTC, such as `2026-11-24`. */
  day: z.string(),
  hue: z.enum(["negative", "caution", "info", "notice", "neutral"]),
  title: z.string(),
  clusters: z.int(),
  /** List of exactly these clusters, or the calendar's day if no list has just these. */
  href: z.string(),
});
export type DatedEntryCount = z.infer<typeof datedEntrySchema>;

/** GET /api/figures: numbers of one garden's clusters, of those that the caller may see and that match the search. */
export const gardenCountsSchema = z.object({
  clusters: z.int(),
  /** Entries that the overview lists as needing attention: the number of causes, and the first of them in its order. */
  attention: z.object({ causes: z.int(), first: z.array(attentionCauseSchema) }),
  /** Clusters with a forced change within 90 days, or overdue. */
  forced: z.int(),
  /** Clusters without a forecast, for which forced changes are unknown. */
  unforeseen: z.int(),
  /** Clusters whose first forced change is overdue. */
  overdue: z.int(),
  /** Clusters with their first forced change or dead end in each of the next weeks, which start on Mondays UTC (epoch ms). */
  weeks: z.array(z.object({ fromAt: z.int(), time: z.string(), forced: z.int() })),
  /** Calendar entries about versions in these weeks, in the order of days. */
  dates: z.object({
    entries: z.array(datedEntrySchema),
    /** First day that was cut off for lack of room. */
    leftOutFrom: z.optional(z.string()),
  }),
  /** First clusters by name; none without a search. */
  found: z.array(z.object({ project: z.string(), name: z.string() })),
  /** A whole sentence for each part that is no longer up to date. */
  notLive: z.array(z.string()),
  /** Caveats about all of these figures, in whole sentences. */
  caveats: z.array(z.string()),
});
export type GardenCounts = z.infer<typeof gardenCountsSchema>;
export type AttentionCounts = GardenCounts["attention"];
export type DateCounts = GardenCounts["dates"];

/** Maximum length of a search, above what users type; longer ones are cut, because lists do not refuse them either. */
export const maxSearchLength = 200;
