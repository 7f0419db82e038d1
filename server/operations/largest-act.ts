import "server-only";
import type { BodyLimits } from "#server/boundary/json-body.ts";

/** A whole Shoot may stand in a patch; the largest that anybody runs have less than half of this. */
export const largestAct: BodyLimits = { bytes: 256 * 1024, values: 5_000 };
