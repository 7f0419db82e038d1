import { readFileSync } from "node:fs";
import { z } from "zod";

/** The environment variable that names the file with a place. */
export const browserTestTargetVariable = "REAL_GARDEN_PLACE";

/** Where the product is served, and the garden behind it, with what the journeys enter them by. */
export const browserTestTargetSchema = z.object({
  origin: z.string(),
  url: z.string(),
  caPem: z.string(),
  adminToken: z.string(),
  /** By the names of the demo's people. */
  tokens: z.record(z.string(), z.string()),
});
export type BrowserTestTarget = z.infer<typeof browserTestTargetSchema>;

/** @throws {Error} outside of `npm run real-garden` */
export function readBrowserTestTarget(): BrowserTestTarget {
  const file = process.env[browserTestTargetVariable];
  if (file === undefined) throw new Error("these journeys are run by npm run real-garden -- browser");
  return browserTestTargetSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}
