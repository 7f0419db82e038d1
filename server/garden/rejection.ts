import "server-only";
import { GardenError } from "./garden-error.ts";

/** Admission errors name the object, then the reason. When a permission is missing, the reason starts with the user. */
const forbiddenObject = /^\S+(?: "[^"]*")? is forbidden: (?!User "|user "[^"]*" is not allowed )/;
const deniedByWebhook = /^admission webhook "[^"]*" denied the request/;

/** Wording of errors in the API server itself: of its storage, its webhooks, and other dependencies. */
const failure =
  /etcd|rpc error|webhook|context (deadline|canceled)|tim(ed|e) ?out|connection|dial tcp|\bEOF\b|no leader|leader changed|unavailable|shutting down|panic|\btls:|x509:/i;
const absentReference = /\b[\w.-]+ "[^"]*" not found$/;

/**
 * Gives the error of a change that Gardener's admission plugins rejected the reason `invalid`. The status does not show
 * this: admission answers 403, like a missing permission, or 500. Other errors are returned unchanged.
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

/** Whether the API server rejected a dry run, which is a result that users are shown and no failure. */
export function isRejectedDryRun(error: unknown): error is GardenError {
  return error instanceof GardenError && ["invalid", "bad-request", "forbidden"].includes(error.reason);
}
