import type { KnownErrorCode } from "#lib/garden/condition.ts";
import { isKnownErrorCode } from "#lib/policy/status/error-codes.ts";

/** What an error code means and what helps, in one sentence each. */
export interface ErrorCodeWords {
  readonly meaning: string;
  readonly help: string;
}

const errorCodeWords = {
  ERR_INFRA_UNAUTHENTICATED: {
    meaning: "The cloud provider does not accept the credentials.",
    help: "Update the Secret that the cluster uses with valid credentials, then retry.",
  },
  ERR_INFRA_UNAUTHORIZED: {
    meaning: "The cloud credentials lack a permission.",
    help: "Grant the missing permission in the cloud account, then retry.",
  },
  ERR_INFRA_QUOTA_EXCEEDED: {
    meaning: "A quota of the cloud account is exceeded.",
    help: "Raise the quota or reduce usage, then retry.",
  },
  ERR_INFRA_RATE_LIMITS_EXCEEDED: {
    meaning: "The cloud provider limits the rate of requests.",
    help: "Gardener retries automatically after about ten minutes.",
  },
  ERR_INFRA_DEPENDENCIES: {
    meaning: "Another resource in the cloud account blocks the operation.",
    help: "Remove or release what the message names, then retry.",
  },
  ERR_RETRYABLE_INFRA_DEPENDENCIES: {
    meaning: "Something in the cloud account is not ready yet.",
    help: "Gardener retries automatically.",
  },
  ERR_INFRA_RESOURCES_DEPLETED: {
    meaning: "The cloud provider has no capacity left for this request.",
    help: "Choose another machine type or zone, or wait. Gardener retries automatically.",
  },
  ERR_CLEANUP_CLUSTER_RESOURCES: {
    meaning: "Objects in the cluster cannot be removed.",
    help: "Remove what blocks them, such as finalizers or webhooks.",
  },
  ERR_CONFIGURATION_PROBLEM: {
    meaning: "The cluster's configuration is not usable.",
    help: "Fix what the message names.",
  },
  ERR_RETRYABLE_CONFIGURATION_PROBLEM: {
    meaning: "The cluster's configuration blocks Gardener for now.",
    help: "Fix what the message names. Gardener retries automatically.",
  },
  ERR_PROBLEMATIC_WEBHOOK: {
    meaning: "A webhook in the cluster blocks essential requests.",
    help: "Let it fail open, shorten its timeout, or exclude the system namespaces.",
  },
} as const satisfies { readonly [Code in KnownErrorCode]: ErrorCodeWords };

/** The words of an error code; a code newer than this build is said as such. */
export function wordsOfErrorCode(code: string): ErrorCodeWords {
  if (isKnownErrorCode(code)) return errorCodeWords[code];
  return { meaning: `Gardener reports ${code}, which Almanac does not know.`, help: "Read the message of the error." };
}
