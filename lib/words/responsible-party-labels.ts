import { type Message, message, text } from "#lib/language/text.ts";
import type { ResponsibleParty } from "#lib/policy/next/responsible-party.ts";

const sentences: Readonly<Record<ResponsibleParty, Message>> = {
  you: message("Waiting for you"),
  team: message("Waiting for the {project} team"),
  somebody: message("Needs attention"),
  operator: message("Waiting for the operator"),
  provider: message("Waiting for the provider"),
  gardener: message("Gardener is working"),
  nobody: message("Nothing to do"),
};

const names: Readonly<Record<ResponsibleParty, Message>> = {
  you: message("You"),
  team: message("{project} team"),
  somebody: message("Owner"),
  operator: message("Operator"),
  provider: message("Provider"),
  gardener: message("Gardener"),
  nobody: message("Nobody"),
};

/** Describes which party has to act. "Your" is used only for projects that are known to be the user's. */
export function describeResponsibleParty(party: ResponsibleParty, project: string): string {
  return text(sentences[party], { project });
}

/** Returns the name of the responsible party, for places whose heading says what it is responsible for. */
export function responsiblePartyLabel(party: ResponsibleParty, project: string): string {
  return text(names[party], { project });
}

/** Name of the party responsible for all projects; undefined if parties differ or nobody particular is responsible. */
export function partyLabelOfProjects(
  projects: readonly string[],
  partyOf: (project: string) => ResponsibleParty,
): string | undefined {
  const parties = new Set(projects.map(partyOf));
  const [party] = parties;
  const [project = ""] = projects;
  if (party === undefined || parties.size > 1 || party === "nobody" || party === "somebody") return undefined;
  return party === "team" && new Set(projects).size > 1 ? text("Owners") : responsiblePartyLabel(party, project);
}

/** Text for users who may read a cluster but not change it. */
export const viewOnlyDescription = message(
  "You can view this cluster, not change it. The owner of its project can give you the role admin.",
);
