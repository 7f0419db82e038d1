import type { RequestFault } from "#lib/contract/request-fault.ts";

export interface FaultWords {
  readonly title: string;
  /** What it means and what to do. */
  readonly detail: string;
  /** Looking at the newest state and confirming again is the way on. */
  readonly readAgain: boolean;
}

const words = (title: string, detail: string, readAgain = false): FaultWords => ({ title, detail, readAgain });

/** Why a request was not done, and what to do: one text per reason, the same on every screen. */
export function requestFaultWords({ reason, detail }: RequestFault, cluster: string): FaultWords {
  switch (reason) {
    case "forbidden":
      return words(
        "You are not allowed to change this cluster",
        "You lack the right to patch Shoots in this project, which its owner gives with the role admin. Nothing was changed.",
      );
    case "read-only":
      return words(
        "This Almanac is in read-only mode",
        "Whoever runs it has switched every change off. Nothing was changed.",
      );
    case "conflict":
      return words(
        "The cluster changed in the meantime",
        `${detail ?? "Somebody or something changed it after this dialog was opened."} Nothing was requested. Look at the present state, then confirm again.`,
        true,
      );
    case "refused-by-garden":
      return words(
        "The garden refused the request",
        "It checked the request against its own rules and said no; its words are below. Nothing was changed.",
        true,
      );
    case "refused-by-policy":
      return words(
        "Almanac does not send this",
        `${detail ?? "The garden would accept it, but it would do harm in the present state."} Nothing was requested.`,
        true,
      );
    case "timeout":
    case "garden-timeout":
      return words(
        "No answer came in time",
        `The garden may or may not have accepted the request. Almanac does not resend it. Watch ${cluster} for a moment, then decide.`,
        true,
      );
    case "unreachable":
      return words(
        "Almanac could not be reached",
        "The connection broke while the request was on its way, so it may or may not have arrived. Watch the cluster once the connection is back, then decide.",
        true,
      );
    case "garden-unreachable":
      return words(
        "The garden cannot be reached",
        "The request did not arrive. Nothing was changed. Try again when the garden is back.",
      );
    case "too-many-requests":
      return words("Too many requests", "Wait a moment, then try again. Nothing was changed.");
    case "not-signed-in":
    case "session-expired":
      return words("Your session has ended", "Sign in again, then repeat the request. Nothing was changed.");
    case "not-found":
      return words(
        "The cluster is not there any more",
        "It was deleted, or you no longer have access. Nothing was changed.",
      );
    default:
      return words(
        "The request failed",
        `${detail ?? "Almanac could not carry it out."} Nothing is known to have changed.`,
      );
  }
}
