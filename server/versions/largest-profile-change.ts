import "server-only";
import type { BodyLimits } from "#server/boundary/json-body.ts";

/** How large the change of a profile may be: etcd holds no object of many more bytes. */
export const largestProfileChange: BodyLimits = { bytes: 1_500_000, values: 40_000 };
