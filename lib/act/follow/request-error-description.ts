import type { RequestError } from "#lib/contract/request-error.ts";
import { text } from "#lib/language/text.ts";

export interface RequestErrorDescription {
  readonly title: string;
  /** Meaning of the error, and what the user can do. */
  readonly detail: string;
  /** Whether the remedy is to reload the newest state and confirm again. */
  readonly readAgain: boolean;
}

const labels = (title: string, detail: string, readAgain = false): RequestErrorDescription => ({
  title,
  detail,
  readAgain,
});

/** Describes a failed request and the remedy. There is one text per error reason, the same on every page. */
export function describeRequestError({ reason, detail }: RequestError, cluster: string): RequestErrorDescription {
  switch (reason) {
    case "forbidden":
      return labels(
        text("You are not allowed to change this cluster"),
        text(
          "You lack the right to patch Shoots in this project, which its owner gives with the role admin. Nothing was changed.",
        ),
      );
    case "read-only":
      return labels(
        text("This Almanac is in read-only mode"),
        text("Whoever runs it has switched every change off. Nothing was changed."),
      );
    case "conflict":
      return labels(
        text("The cluster changed in the meantime"),
        text("{detail} Nothing was requested. Look at the present state, then confirm again.", {
          detail: detail ?? text("Somebody or something changed it after this dialog was opened."),
        }),
        true,
      );
    case "refused-by-garden":
      return labels(
        text("The garden refused the request"),
        text("It checked the request against its own rules and said no; its words are below. Nothing was changed."),
        true,
      );
    case "refused-by-policy":
      return labels(
        text("Almanac does not send this"),
        text("{detail} Nothing was requested.", {
          detail: detail ?? text("The garden would accept it, but it would do harm in the present state."),
        }),
        true,
      );
    case "timeout":
    case "garden-timeout":
      return labels(
        text("No answer came in time"),
        text(
          "The garden may or may not have accepted the request. Almanac does not resend it. Watch {cluster} for a moment, then decide.",
          { cluster },
        ),
        true,
      );
    case "unreachable":
      return labels(
        text("Almanac could not be reached"),
        text(
          "The connection broke while the request was on its way, so it may or may not have arrived. Watch the cluster once the connection is back, then decide.",
        ),
        true,
      );
    case "garden-unreachable":
      return labels(
        text("The garden cannot be reached"),
        text("The request did not arrive. Nothing was changed. Try again when the garden is back."),
      );
    case "too-many-requests":
      return labels(text("Too many requests"), text("Wait a moment, then try again. Nothing was changed."));
    case "not-signed-in":
    case "session-expired":
      return labels(
        text("Your session has ended"),
        text("Sign in again, then repeat the request. Nothing was changed."),
      );
    case "not-found":
      return labels(
        text("The cluster is not there any more"),
        text("It was deleted, or you no longer have access. Nothing was changed."),
      );
    default:
      return labels(
        text("The request failed"),
        text("{detail} Nothing is known to have changed.", {
          detail: detail ?? text("Almanac could not carry it out."),
        }),
      );
  }
}
