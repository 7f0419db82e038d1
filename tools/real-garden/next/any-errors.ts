import type { Random } from "#lib/random.ts";
import { type RandomJson, randomlyOmitted, randomSubset } from "./draw.ts";

/** Error codes that end a Create or Delete operation permanently, and codes that do not. */
export const errorCodes = [
  "ERR_INFRA_UNAUTHENTICATED",
  "ERR_INFRA_UNAUTHORIZED",
  "ERR_INFRA_QUOTA_EXCEEDED",
  "ERR_INFRA_RATE_LIMITS_EXCEEDED",
  "ERR_INFRA_DEPENDENCIES",
  "ERR_RETRYABLE_INFRA_DEPENDENCIES",
  "ERR_INFRA_RESOURCES_DEPLETED",
  "ERR_CLEANUP_CLUSTER_RESOURCES",
  "ERR_CONFIGURATION_PROBLEM",
  "ERR_RETRYABLE_CONFIGURATION_PROBLEM",
  "ERR_PROBLEMATIC_WEBHOOK",
] as const;

export function randomLastErrors(random: Random, kinds: readonly string[]): RandomJson[] {
  return Array.from({ length: random.int(0, 3) }, () => ({
    description: "x",
    codes: randomlyOmitted(random, 0.8, () => randomSubset(random, kinds, 0.2)),
  }));
}
