import type { FleetPartName, PartFault } from "../contract/fleet.ts";

/** What rests on a collection of the garden, and may be wrong while the garden does not tell it. */
const consequences: Readonly<Record<FleetPartName, string>> = {
  Shoots: "everything about clusters may be old",
  Projects: "projects and who sees them may be old",
  CloudProfiles: "versions and forecasts may be old",
  NamespacedCloudProfiles: "versions and forecasts of projects with a profile of their own may be old",
  RoleBindings: "what RoleBindings let people see may be old or missing",
};

/** How the garden answers, by the reason that a watch gives. */
const answers: Readonly<Record<string, string>> = {
  configuration: "Almanac has no credential for it",
  forbidden: "the garden answers 403 Forbidden",
  unauthorized: "the garden answers 401 Unauthorized",
  "not-found": "the garden answers 404 Not Found",
  "too-many-requests": "the garden answers 429 Too Many Requests",
  internal: "the garden answers with an internal error",
  unavailable: "the garden reports that it is unavailable",
  unreachable: "the garden cannot be reached",
  timeout: "the garden does not answer in time",
  silent: "the garden does not answer in time",
};

/** Part of a sentence: `the garden answers 403 Forbidden`. */
function answerOf(reason: string): string {
  return (
    (Object.hasOwn(answers, reason) ? answers[reason] : undefined) ?? `the garden’s answer is of no use (${reason})`
  );
}

/** @param fault undefined while the garden has only not answered yet */
export function unreadSentence(part: string, fault: PartFault | undefined): string {
  return `${part} have not been read yet${fault === undefined ? "" : `: ${answerOf(fault.reason)}`}.`;
}

/** @param since when, in the words of the reader's clock */
export function notLiveSentence(part: string, since: string): string {
  const consequence = consequenceOf(part);
  return `${part} not live since ${since}${consequence === undefined ? "" : `: ${consequence}`}.`;
}

function consequenceOf(part: string): string | undefined {
  return new Map<string, string>(Object.entries(consequences)).get(part);
}
