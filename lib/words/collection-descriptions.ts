import type { FleetCollectionError, FleetCollectionName } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";

/** Data that may be stale or wrong while a collection of the garden cannot be watched. */
const consequences: Readonly<Record<FleetCollectionName, Message>> = {
  Shoots: message("everything about clusters may be old"),
  Projects: message("projects and who sees them may be old"),
  CloudProfiles: message("versions and forecasts may be old"),
  NamespacedCloudProfiles: message("versions and forecasts of projects with a profile of their own may be old"),
  RoleBindings: message("what RoleBindings let people see may be old or missing"),
  Seeds: message("whether a Seed lets Gardener act may be old or missing"),
};

/** Descriptions of the garden's response, by the reason that the watch reports. */
const answers: Readonly<Record<string, Message>> = {
  configuration: message("Almanac has no credential for it"),
  forbidden: message("the garden answers 403 Forbidden"),
  unauthorized: message("the garden answers 401 Unauthorized"),
  "not-found": message("the garden answers 404 Not Found"),
  "too-many-requests": message("the garden answers 429 Too Many Requests"),
  internal: message("the garden answers with an internal error"),
  unavailable: message("the garden reports that it is unavailable"),
  unreachable: message("the garden cannot be reached"),
  timeout: message("the garden does not answer in time"),
  silent: message("the garden does not answer in time"),
};

/** Describes the garden's response in a clause: `the garden answers 403 Forbidden`. */
function answerOf(reason: string): string {
  const known = Object.hasOwn(answers, reason) ? answers[reason] : undefined;
  return known === undefined ? text("the garden’s answer is of no use ({reason})", { reason }) : text(known);
}

/** Describes a collection that was never read. The error is undefined while the garden has not answered yet. */
export function describeUnreadCollection(part: string, fault: FleetCollectionError | undefined): string {
  return fault === undefined
    ? text("{part} have not been read yet.", { part })
    : text("{part} have not been read yet: {answer}.", { part, answer: answerOf(fault.reason) });
}

/** Describes a collection that is out of date. `since` is the start of the outage, formatted in the user's clock. */
export function describeStaleCollection(part: string, since: string): string {
  const consequence = consequenceOf(part);
  return consequence === undefined
    ? text("{part} not live since {since}.", { part, since })
    : text("{part} not live since {since}: {consequence}.", { part, since, consequence: text(consequence) });
}

function consequenceOf(part: string): Message | undefined {
  return new Map<string, Message>(Object.entries(consequences)).get(part);
}
