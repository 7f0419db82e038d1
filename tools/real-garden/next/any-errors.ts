import type { Random } from "#lib/random.ts";
import { type Drawn, maybe, someOf } from "./draw.ts";

/** Those that end a Create or Delete for good, and those that do not. */
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

export function anyErrors(random: Random, kinds: readonly string[]): Drawn[] {
  return Array.from({ length: random.int(0, 3) }, () => ({
    description: "x",
    codes: maybe(random, 0.8, () => someOf(random, kinds, 0.2)),
  }));
}
