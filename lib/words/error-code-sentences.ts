import type { KnownErrorCode } from "#lib/garden/condition.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isKnownErrorCode } from "#lib/policy/status/error-codes.ts";

/** What an error code means and what helps, in one sentence each. */
export interface ErrorCodeWords {
  readonly meaning: string;
  readonly help: string;
}

const errorCodeWords = {
  ERR_INFRA_UNAUTHENTICATED: {
    meaning: message("The cloud provider does not accept the credentials."),
    help: message("Update the Secret that the cluster uses with valid credentials, then retry."),
  },
  ERR_INFRA_UNAUTHORIZED: {
    meaning: message("The cloud credentials lack a permission."),
    help: message("Grant the missing permission in the cloud account, then retry."),
  },
  ERR_INFRA_QUOTA_EXCEEDED: {
    meaning: message("A quota of the cloud account is exceeded."),
    help: message("Raise the quota or reduce usage, then retry."),
  },
  ERR_INFRA_RATE_LIMITS_EXCEEDED: {
    meaning: message("The cloud provider limits the rate of requests."),
    help: message("Gardener retries automatically after about ten minutes."),
  },
  ERR_INFRA_DEPENDENCIES: {
    meaning: message("Another resource in the cloud account blocks the operation."),
    help: message("Remove or release what the message names, then retry."),
  },
  ERR_RETRYABLE_INFRA_DEPENDENCIES: {
    meaning: message("Something in the cloud account is not ready yet."),
    help: message("Gardener retries automatically."),
  },
  ERR_INFRA_RESOURCES_DEPLETED: {
    meaning: message("The cloud provider has no capacity left for this request."),
    help: message("Choose another machine type or zone, or wait. Gardener retries automatically."),
  },
  ERR_CLEANUP_CLUSTER_RESOURCES: {
    meaning: message("Objects in the cluster cannot be removed."),
    help: message("Remove what blocks them, such as finalizers or webhooks."),
  },
  ERR_CONFIGURATION_PROBLEM: {
    meaning: message("The cluster's configuration is not usable."),
    help: message("Fix what the message names."),
  },
  ERR_RETRYABLE_CONFIGURATION_PROBLEM: {
    meaning: message("The cluster's configuration blocks Gardener for now."),
    help: message("Fix what the message names. Gardener retries automatically."),
  },
  ERR_PROBLEMATIC_WEBHOOK: {
    meaning: message("A webhook in the cluster blocks essential requests."),
    help: message("Let it fail open, shorten its timeout, or exclude the system namespaces."),
  },
} as const satisfies { readonly [Code in KnownErrorCode]: { readonly [Word in keyof ErrorCodeWords]: Message } };

/** The words of an error code; a code newer than this build is said as such. */
export function wordsOfErrorCode(code: string): ErrorCodeWords {
  if (!isKnownErrorCode(code)) {
    return {
      meaning: text("Gardener reports {code}, which Almanac does not know.", { code }),
      help: text("Read the message of the error."),
    };
  }
  const { meaning, help } = errorCodeWords[code];
  return { meaning: text(meaning), help: text(help) };
}
