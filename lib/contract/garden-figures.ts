import * as z from "zod/mini";

/** GET /api/figures: how many clusters of the garden a search finds, of those that the caller may see, and what they face. */
export const gardenFiguresSchema = z.object({
  clusters: z.int(),
  unhealthy: z.int(),
  /** With a forced change within 90 days, or overdue. */
  forced: z.int(),
  /** Without a forecast: nobody knows whether something is forced. */
  unforeseen: z.int(),
  /** The first of them by name; none where nothing was searched for. */
  found: z.array(z.object({ project: z.string(), name: z.string() })),
  /** A whole sentence for each part that the garden does not tell any more. */
  notLive: z.array(z.string()),
});
export type GardenFigures = z.infer<typeof gardenFiguresSchema>;
export type GardenFigure = Exclude<keyof GardenFigures, "found" | "notLive">;

/** Longer ones than anybody types are refused by no list, so they are cut. */
export const longestSearch = 200;
