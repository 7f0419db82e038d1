import "server-only";
import type { BodyLimits } from "#server/boundary/json-body.ts";

/** Maximum size of a request that changes a profile; etcd does not store much larger objects. */
export const profileChangeBodyLimits: BodyLimits = { bytes: 1_500_000, values: 30_000 };
