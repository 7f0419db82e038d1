import { type Message, message, text } from "#lib/language/text.ts";
import type { OwnCourse } from "#lib/policy/next/own-course.ts";
import { isKnownErrorCode, type KnownErrorCode } from "#lib/policy/status/error-codes.ts";

type OwnWords = Readonly<Record<OwnCourse, Message>>;

const atOnce: OwnWords = {
  "goes-on": message("Gardener retries automatically."),
  ending: message("Gardener retries automatically."),
  perhaps: message("Gardener retries automatically, unless it ignores the cluster."),
  failed: message("Gardener has stopped retrying."),
  held: message("Gardener does not retry as things stand."),
};

/** After a failure for good the controller-manager retries for this code. */
const afterTenMinutes: OwnWords = {
  ...atOnce,
  "goes-on": message("Gardener retries automatically after about ten minutes."),
  ending: message("Gardener retries automatically after about ten minutes."),
  failed: message("Gardener retries automatically after about ten minutes."),
};

interface Words {
  readonly meaning: Message;
  /** What somebody does about it. */
  readonly help?: Message;
  /** What Gardener does of itself. */
  readonly retries?: OwnWords;
}

const words: { readonly [Code in KnownErrorCode]: Words } = {
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
    retries: afterTenMinutes,
  },
  ERR_INFRA_DEPENDENCIES: {
    meaning: message("Another resource in the cloud account blocks the operation."),
    help: message("Remove or release what the message names, then retry."),
  },
  ERR_RETRYABLE_INFRA_DEPENDENCIES: {
    meaning: message("Something in the cloud account is not ready yet."),
    retries: atOnce,
  },
  ERR_INFRA_RESOURCES_DEPLETED: {
    meaning: message("The cloud provider has no capacity left for this request."),
    help: message("Choose another machine type or zone, or wait."),
    retries: atOnce,
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
    help: message("Fix what the message names."),
    retries: atOnce,
  },
  ERR_PROBLEMATIC_WEBHOOK: {
    meaning: message("A webhook in the cluster blocks essential requests."),
    help: message("Let it fail open, shorten its timeout, or exclude the system namespaces."),
  },
};

/** What an error code means, in one sentence; a code newer than this build is said as such. */
export function meaningOfErrorCode(code: string): string {
  if (!isKnownErrorCode(code)) return text("Gardener reports {code}, which Almanac does not know.", { code });
  return text(words[code].meaning);
}

/** What helps against the cause of an error code, and what Gardener does of itself, in a sentence each. */
export function helpOfErrorCode(code: string, course: OwnCourse): string {
  if (!isKnownErrorCode(code)) return text("Read the message of the error.");
  const { help, retries } = words[code];
  return [help, retries?.[course]].flatMap((words) => (words === undefined ? [] : [text(words)])).join(" ");
}
