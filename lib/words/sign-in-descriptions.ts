import type { RequestError } from "#lib/contract/request-error.ts";
import { type Message, message, text } from "#lib/language/text.ts";

/** Reason why sign-in failed. Text for an unknown outcome must not say "refused". */
export function describeSignInError({ reason, detail }: RequestError): string {
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

const people: Readonly<Record<string, Message>> = {
  operator: message("Landscape operator: sees and changes everything"),
  "owner-commerce": message("Owns the projects payments and shop, with every right in them"),
  "owner-data": message("Owns the projects analytics, ml and logistics, with every right in them"),
  viewer: message("Support: reads shop, logistics and platform, changes nothing"),
  stranger: message("New colleague: member of no project yet"),
};

/** Role and permissions of a demo garden user; empty for an unknown user. */
export function describeDemoIdentity(name: string): string {
  const words = Object.hasOwn(people, name) ? people[name] : undefined;
  return words === undefined ? "" : text(words);
}
