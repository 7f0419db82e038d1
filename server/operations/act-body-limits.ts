import "server-only";
import type { BodyLimits } from "#server/boundary/json-body.ts";

/** A patch may contain a whole Shoot; the largest in use are less than half of this. */
export const actBodyLimits: BodyLimits = { bytes: 256 * 1024, values: 5_000 };
