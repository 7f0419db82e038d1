import "server-only";
import type { BodyLimits } from "#server/boundary/json-body.ts";

/** Size limit of action requests. A patch may contain a complete Shoot; the largest in use are under half of this. */
export const actBodyLimits: BodyLimits = { bytes: 256 * 1024, values: 5_000 };
