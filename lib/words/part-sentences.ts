import type { FleetPartName, PartFault } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";

/** What rests on a collection of the garden, and may be wrong while the garden does not tell it. */
const consequences: Readonly<Record<FleetPartName, Message>> = {
  Shoots: message("everything about clusters may be old"),
  Projects: message("projects and who sees them may be old"),
  CloudProfiles: message("versions and forecasts may be old"),
  NamespacedCloudProfiles: message("versions and forecasts of projects with a profile of their own may be old"),
  RoleBindings: message("what RoleBindings let people see may be old or missing"),
  Seeds: message("whether a Seed lets Gardener act may be old or missing"),
};

/** How the garden answers, by the reason that a watch gives. */
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

/** Part of a sentence: `the garden answers 403 Forbidden`. */
function answerOf(reason: string): string {
  const known = Object.hasOwn(answers, reason) ? answers[reason] : undefined;
  return known === undefined ? text("the garden’s answer is of no use ({reason})", { reason }) : text(known);
}

/** @param fault undefined while the garden has only not answered yet */
export function unreadSentence(part: string, fault: PartFault | undefined): string {
  return fault === undefined
    ? text("{part} have not been read yet.", { part })
    : text("{part} have not been read yet: {answer}.", { part, answer: answerOf(fault.reason) });
}

/** @param since when, in the words of the reader's clock */
export function notLiveSentence(part: string, since: string): string {
  const consequence = consequenceOf(part);
  return consequence === undefined
    ? text("{part} not live since {since}.", { part, since })
    : text("{part} not live since {since}: {consequence}.", { part, since, consequence: text(consequence) });
}

function consequenceOf(part: string): Message | undefined {
  return new Map<string, Message>(Object.entries(consequences)).get(part);
}
