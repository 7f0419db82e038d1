import "server-only";
import { GardenError } from "./garden-error.ts";

/** Admission errors name the object, then the reason. For missing permissions the reason starts with the user. */
const forbiddenObject = /^\S+(?: "[^"]*")? is forbidden: (?!User "|user "[^"]*" is not allowed )/;
const deniedByWebhook = /^admission webhook "[^"]*" denied the request/;

/** Wording of the API server's own failures: its storage, its webhooks, and other dependencies. */
const failure =
  /etcd|rpc error|webhook|context (deadline|canceled)|tim(ed|e) ?out|connection|dial tcp|\bEOF\b|no leader|leader changed|unavailable|shutting down|panic|\btls:|x509:/i;
const absentReference = /\b[\w.-]+ "[^"]*" not found$/;

/**
 * Converts a rule violation to reason `invalid`, whatever its status: Gardener's admission uses the same 403 as missing
 * permissions, and returns plain errors as 500. Other errors are returned unchanged. Only for writes without doubt
 * about their effect: admission runs before anything is stored.
 *
 * @source k8s.io/apiserver: NewForbidden of admission and of endpoints/handlers/responsewriters; ErrorToAPIStatus
 */
export function toInvalidError(fault: unknown): unknown {
  if (!(fault instanceof GardenError) || !isRefused(fault)) return fault;
  const { message, status, gardenMessage, causes } = fault;
  return new GardenError({ reason: "invalid", message, status, gardenMessage, causes, cause: fault });
}

function isRefused({ reason, status, statusReason, gardenMessage = "" }: GardenError): boolean {
  if (reason === "forbidden") return forbiddenObject.test(gardenMessage) || deniedByWebhook.test(gardenMessage);
  if (reason !== "internal" || status !== 500 || gardenMessage === "" || failure.test(gardenMessage)) return false;
  return statusReason !== "InternalError" || absentReference.test(gardenMessage);
}

/** Whether a dry run was refused by the garden: a valid result, not a failure. */
export function isRejectedDryRun(error: unknown): error is GardenError {
  return error instanceof GardenError && ["invalid", "bad-request", "forbidden"].includes(error.reason);
}
