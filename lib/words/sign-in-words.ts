import type { RequestFault } from "#lib/contract/request-fault.ts";
import { text } from "#lib/language/text.ts";

/** Why signing in did not work. "Could not tell" is never said as "refused". */
export function signInFaultWords({ reason, detail }: RequestFault): string {
  switch (reason) {
    case "not-signed-in":
    case "session-expired":
    case "forbidden":
      return detail ?? text("The garden did not accept this token.");
    case "too-many-requests":
      return text("Too many attempts. Wait a minute, then try again.");
    case "too-large":
    case "invalid-request":
      return detail ?? text("This is not a usable token.");
    case "garden-unreachable":
    case "garden-timeout":
      return text("The garden cannot be reached, so the token cannot be checked. Try again in a moment.");
    case "identity-provider-unavailable":
      return detail ?? text("The identity provider does not answer. Try again in a moment.");
    case "unreachable":
    case "timeout":
      return text("Almanac cannot be reached. Check the connection, then try again.");
    case "not-ready":
      return text("Almanac is still starting. Try again in a moment.");
    default:
      return detail ?? text("Signing in failed in Almanac itself. Try again.");
  }
}
