import { readFileSync } from "node:fs";
import { z } from "zod";

/** Environment variable with the path of the file that describes the target. */
export const browserTestTargetVariable = "REAL_GARDEN_PLACE";

/** URLs of Almanac and of the garden, with the credentials that the browser tests use. */
export const browserTestTargetSchema = z.object({
  origin: z.string(),
  url: z.string(),
  caPem: z.string(),
  adminToken: z.string(),
  /** Tokens by the names of the demo users. */
  tokens: z.record(z.string(), z.string()),
});
export type BrowserTestTarget = z.infer<typeof browserTestTargetSchema>;

/** Reads the description of the target. @throws {Error} outside of `npm run real-garden` */
export function readBrowserTestTarget(): BrowserTestTarget {
  const file = process.env[browserTestTargetVariable];
  if (file === undefined) throw new Error("these journeys are run by npm run real-garden -- browser");
  return browserTestTargetSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}
