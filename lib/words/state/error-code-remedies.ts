import { type Message, message, text } from "#lib/language/text.ts";
import type { AutomaticHandling } from "#lib/policy/next/automatic-handling.ts";
import { isKnownErrorCode, type KnownErrorCode } from "#lib/policy/status/error-codes.ts";

type OwnRemedy = Readonly<Record<AutomaticHandling, Message>>;

const atOnce: OwnRemedy = {
  "goes-on": message("Gardener retries automatically."),
  ending: message("Gardener retries automatically."),
  perhaps: message("Gardener retries automatically, unless it ignores the cluster."),
  failed: message("Gardener has stopped retrying."),
  held: message("Gardener does not retry as things stand."),
};

/** Texts for error codes after which the controller-manager retries even a final failure. */
const afterTenMinutes: OwnRemedy = {
  ...atOnce,
  "goes-on": message("Gardener retries automatically after about ten minutes."),
  ending: message("Gardener retries automatically after about ten minutes."),
  failed: message("Gardener retries automatically after about ten minutes."),
};

interface Help {
  /** What the user can do about the error. */
  readonly help?: Message;
  /** What Gardener does automatically about the error. */
  readonly retries?: OwnRemedy;
}

const helps: { readonly [Code in KnownErrorCode]?: Help } = {
  ERR_INFRA_UNAUTHENTICATED: {
    help: message("Update the Secret that the cluster uses with valid credentials, then retry."),
  },
  ERR_INFRA_UNAUTHORIZED: { help: message("Grant the missing permission in the cloud account, then retry.") },
  ERR_INFRA_QUOTA_EXCEEDED: { help: message("Raise the quota or reduce usage, then retry.") },
  ERR_INFRA_RATE_LIMITS_EXCEEDED: { retries: afterTenMinutes },
  ERR_INFRA_DEPENDENCIES: { help: message("Remove or release what the message names, then retry.") },
  ERR_RETRYABLE_INFRA_DEPENDENCIES: { retries: atOnce },
  ERR_INFRA_RESOURCES_DEPLETED: { help: message("Choose another machine type or zone, or wait."), retries: atOnce },
  ERR_CLEANUP_CLUSTER_RESOURCES: { help: message("Remove what blocks them, such as finalizers or webhooks.") },
  ERR_CONFIGURATION_PROBLEM: { help: message("Fix what the message names.") },
  ERR_RETRYABLE_CONFIGURATION_PROBLEM: { help: message("Fix what the message names."), retries: atOnce },
  ERR_PROBLEMATIC_WEBHOOK: {
    help: message("Let it fail open, shorten its timeout, or exclude the system namespaces."),
  },
};

/** Remedy for the cause of an error code, followed by what Gardener does automatically. */
export function describeErrorCodeRemedy(code: string, course: AutomaticHandling): string {
  const found = isKnownErrorCode(code) ? helps[code] : undefined;
  if (found === undefined) return text("Read the message of the error.");
  return [found.help, found.retries?.[course]].flatMap((words) => (words === undefined ? [] : [text(words)])).join(" ");
}
