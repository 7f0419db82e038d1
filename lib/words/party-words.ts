import type { Party } from "#lib/policy/status/who-acts.ts";

/** Who acts, as a person reads it. Nothing is called "yours" that is not known to be. */
export function wordsOfParty(party: Party, project: string): string {
  switch (party) {
    case "you":
      return "Waiting for you";
    case "team":
      return `Waiting for the ${project} team`;
    case "somebody":
      return "Needs attention";
    case "operator":
      return "Waiting for the operator";
    case "provider":
      return "Waiting for the provider";
    case "gardener":
      return "Gardener is working";
    case "nobody":
      return "Nothing to do";
    default:
      return party satisfies never;
  }
}

/** The same as a name, where the heading says what it is of. */
export function nameOfParty(party: Party, project: string): string {
  switch (party) {
    case "you":
      return "You";
    case "team":
      return `${project} team`;
    case "somebody":
      return "Owner";
    case "operator":
      return "Operator";
    case "provider":
      return "Provider";
    case "gardener":
      return "Gardener";
    case "nobody":
      return "Nobody";
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
  return party === "team" && new Set(projects).size > 1 ? "Owners" : nameOfParty(party, project);
}

/** For whoever may read a cluster and not write it. */
export const viewOnlySentence =
  "You can view this cluster, not change it. The owner of its project can give you the role admin.";
