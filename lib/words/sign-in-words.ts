import type { RequestFault } from "#lib/contract/request-fault.ts";

/** Why signing in did not work. "Could not tell" is never said as "refused". */
export function signInFaultWords({ reason, detail }: RequestFault): string {
  switch (reason) {
    case "not-signed-in":
    case "session-expired":
    case "forbidden":
      return detail ?? "The garden did not accept this token.";
    case "too-many-requests":
      return "Too many attempts. Wait a minute, then try again.";
    case "too-large":
    case "invalid-request":
      return detail ?? "This is not a usable token.";
    case "garden-unreachable":
    case "garden-timeout":
      return "The garden cannot be reached, so the token cannot be checked. Try again in a moment.";
    case "identity-provider-unavailable":
      return detail ?? "The identity provider does not answer. Try again in a moment.";
    case "unreachable":
    case "timeout":
      return "Almanac cannot be reached. Check the connection, then try again.";
    case "not-ready":
      return "Almanac is still starting. Try again in a moment.";
    default:
      return detail ?? "Signing in failed in Almanac itself. Try again.";
  }
}
