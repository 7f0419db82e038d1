import { type Message, message, text } from "#lib/language/text.ts";
import { isKnownErrorCode, type KnownErrorCode } from "#lib/policy/status/error-codes.ts";

const meanings: { readonly [Code in KnownErrorCode]: Message } = {
  ERR_INFRA_UNAUTHENTICATED: message("The cloud provider does not accept the credentials."),
  ERR_INFRA_UNAUTHORIZED: message("The cloud credentials lack a permission."),
  ERR_INFRA_QUOTA_EXCEEDED: message("A quota of the cloud account is exceeded."),
  ERR_INFRA_RATE_LIMITS_EXCEEDED: message("The cloud provider limits the rate of requests."),
  ERR_INFRA_DEPENDENCIES: message("Another resource in the cloud account blocks the operation."),
  ERR_RETRYABLE_INFRA_DEPENDENCIES: message("Something in the cloud account is not ready yet."),
  ERR_INFRA_RESOURCES_DEPLETED: message("The cloud provider has no capacity left for this request."),
  ERR_CLEANUP_CLUSTER_RESOURCES: message("Objects in the cluster cannot be removed."),
  ERR_CONFIGURATION_PROBLEM: message("The cluster's configuration is not usable."),
  ERR_RETRYABLE_CONFIGURATION_PROBLEM: message("The cluster's configuration blocks Gardener for now."),
  ERR_PROBLEMATIC_WEBHOOK: message("A webhook in the cluster blocks essential requests."),
};

/** Explains an error code of Gardener. Codes newer than this build are described as unknown. */
export function describeErrorCode(code: string): string {
  if (!isKnownErrorCode(code)) return text("Gardener reports {code}, which Almanac does not know.", { code });
  return text(meanings[code]);
}
