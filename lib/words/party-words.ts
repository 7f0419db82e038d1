import { type Message, message, text } from "#lib/language/text.ts";
import type { Party } from "#lib/policy/next/who-acts.ts";

const sentences: Readonly<Record<Party, Message>> = {
  you: message("Waiting for you"),
  team: message("Waiting for the {project} team"),
  somebody: message("Needs attention"),
  operator: message("Waiting for the operator"),
  provider: message("Waiting for the provider"),
  gardener: message("Gardener is working"),
  nobody: message("Nothing to do"),
};

const names: Readonly<Record<Party, Message>> = {
  you: message("You"),
  team: message("{project} team"),
  somebody: message("Owner"),
  operator: message("Operator"),
  provider: message("Provider"),
  gardener: message("Gardener"),
  nobody: message("Nobody"),
};

/** Who acts, as a person reads it. Nothing is called "yours" that is not known to be. */
export function wordsOfParty(party: Party, project: string): string {
  return text(sentences[party], { project });
}

/** The same as a name, where the heading says what it is of. */
export function nameOfParty(party: Party, project: string): string {
  return text(names[party], { project });
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
