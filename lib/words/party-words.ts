import { message, text } from "#lib/language/text.ts";
import type { Party } from "#lib/policy/next/who-acts.ts";

/** Who acts, as a person reads it. Nothing is called "yours" that is not known to be. */
export function wordsOfParty(party: Party, project: string): string {
  switch (party) {
    case "you":
      return text("Waiting for you");
    case "team":
      return text("Waiting for the {project} team", { project });
    case "somebody":
      return text("Needs attention");
    case "operator":
      return text("Waiting for the operator");
    case "provider":
      return text("Waiting for the provider");
    case "gardener":
      return text("Gardener is working");
    case "nobody":
      return text("Nothing to do");
    default:
      return party satisfies never;
  }
}

/** The same as a name, where the heading says what it is of. */
export function nameOfParty(party: Party, project: string): string {
  switch (party) {
    case "you":
      return text("You");
    case "team":
      return text("{project} team", { project });
    case "somebody":
      return text("Owner");
    case "operator":
      return text("Operator");
    case "provider":
      return text("Provider");
    case "gardener":
      return text("Gardener");
    case "nobody":
      return text("Nobody");
    default:
      return party satisfies never;
  }
}

/** Who acts for clusters of these projects, as a name; undefined where that differs, or where nobody in particular does. */
export function nameOfParties(projects: readonly string[], partyOf: (project: string) => Party): string | undefined {
  const parties = new Set(projects.map(partyOf));
  const [party] = parties;
  const [project = ""] = projects;
  if (party === undefined || parties.size > 1 || party === "nobody" || party === "somebody") return undefined;
  return party === "team" && new Set(projects).size > 1 ? text("Owners") : nameOfParty(party, project);
}

/** For whoever may read a cluster and not write it. */
export const viewOnlySentence = message(
  "You can view this cluster, not change it. The owner of its project can give you the role admin.",
);
