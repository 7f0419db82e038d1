import "server-only";
import { GardenError } from "./garden-error.ts";

/** Admission names the object, then its reason. Where rights are missing, the reason begins with the user. */
const forbiddenObject = /^\S+(?: "[^"]*")? is forbidden: (?!User "|user "[^"]*" is not allowed )/;
const deniedByWebhook = /^admission webhook "[^"]*" denied the request/;

/** How the API server's own failures are worded: its store, its webhooks, and whatever it has to wait for. */
const failure =
  /etcd|rpc error|webhook|context (deadline|canceled)|tim(ed|e) ?out|connection|dial tcp|\bEOF\b|no leader|leader changed|unavailable|shutting down|panic|\btls:|x509:/i;
const absentReference = /\b[\w.-]+ "[^"]*" not found$/;

/**
 * What a rule of the garden refused, as `invalid`, whatever the status: Gardener's admission forbids with the same 403 as
 * missing rights do, and gives its plain errors as 500. Anything else is returned as it came. Only for writes that say
 * whether they were done: admission comes before anything is stored.
 *
 * @source k8s.io/apiserver: NewForbidden of admission and of endpoints/handlers/responsewriters; ErrorToAPIStatus
 */
export function asRefusal(fault: unknown): unknown {
  if (!(fault instanceof GardenError) || !isRefused(fault)) return fault;
  const { message, status, gardenMessage, causes } = fault;
  return new GardenError({ reason: "invalid", message, status, gardenMessage, causes, cause: fault });
}

function isRefused({ reason, status, statusReason, gardenMessage = "" }: GardenError): boolean {
  if (reason === "forbidden") return forbiddenObject.test(gardenMessage) || deniedByWebhook.test(gardenMessage);
  if (reason !== "internal" || status !== 500 || gardenMessage === "" || failure.test(gardenMessage)) return false;
  return statusReason !== "InternalError" || absentReference.test(gardenMessage);
}

/** Whether the garden would not take what was tried: that is an answer, and no failure. */
export function isRefusedTrial(error: unknown): error is GardenError {
  return error instanceof GardenError && ["invalid", "bad-request", "forbidden"].includes(error.reason);
}
