import * as z from "zod/mini";

/** When something has to be done: it is so now, its version has ended, or comes within so many days; `open` has no date. */
export const attentionTiers = ["now", "ended", "30", "90", "open"] as const;
export type AttentionTier = (typeof attentionTiers)[number];

/** A cause on the overview of a garden, in its words. */
const attentionCauseSchema = z.object({
  tier: z.enum(attentionTiers),
  /** When it comes, or has come: epoch milliseconds. Absent without a date. */
  at: z.optional(z.int()),
  title: z.string(),
  detail: z.string(),
  clusters: z.int(),
  /** The list of exactly these clusters, as pages of the garden write it. */
  href: z.string(),
});
export type AttentionCauseFigure = z.infer<typeof attentionCauseSchema>;

/** What a day of the calendar says of a version. */
const datedEntrySchema = z.object({
  /** Of UTC, as `2026-11-24`. */
  day: z.string(),
  hue: z.enum(["negative", "caution", "info", "notice", "neutral"]),
  title: z.string(),
  clusters: z.int(),
  /** The list of exactly these clusters; the day of the calendar where no list has just these. */
  href: z.string(),
});
export type DatedEntryFigure = z.infer<typeof datedEntrySchema>;

/** GET /api/figures: how many clusters of the garden a search finds, of those that the caller may see, and what they face. */
export const gardenFiguresSchema = z.object({
  clusters: z.int(),
  /** What the overview lists as needing attention: how many causes, and the first of them in its order. */
  attention: z.object({ causes: z.int(), first: z.array(attentionCauseSchema) }),
  /** With a forced change within 90 days, or overdue. */
  forced: z.int(),
  /** Without a forecast: nobody knows whether something is forced. */
  unforeseen: z.int(),
  /** Clusters whose first forced change is overdue, */
  overdue: z.int(),
  /** or comes in each of the next weeks, which begin on Mondays of UTC, in epoch milliseconds. */
  weeks: z.array(z.object({ fromAt: z.int(), time: z.string(), forced: z.int() })),
  /** What the calendar says of versions in these weeks, in the order of days. */
  dates: z.object({
    entries: z.array(datedEntrySchema),
    /** The first day that had no room any more. */
    leftOutFrom: z.optional(z.string()),
  }),
  /** The first clusters by name; none where nothing was searched for. */
  found: z.array(z.object({ project: z.string(), name: z.string() })),
  /** A whole sentence for each part that the garden does not tell any more. */
  notLive: z.array(z.string()),
  /** What else has to be known of all of these figures, in whole sentences. */
  caveats: z.array(z.string()),
});
export type GardenFigures = z.infer<typeof gardenFiguresSchema>;
export type AttentionFigures = GardenFigures["attention"];
export type DateFigures = GardenFigures["dates"];

/** Longer ones than anybody types are refused by no list, so they are cut. */
export const longestSearch = 200;
