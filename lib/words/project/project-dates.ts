import { type Message, message, text } from "#lib/language/text.ts";

/** The dates of a project that Gardener regards as unused. */
export type ProjectDate = "unused" | "deleted";

/** What happens to a project on such a date, without the date. */
export const projectDateTitles: Readonly<Record<ProjectDate, Message>> = {
  unused: message("Gardener regards the project as unused"),
  deleted: message("If it stays unused, Gardener deletes the project"),
};

/** Why a project has such dates, and what takes them away. */
export function projectDateFacts(): readonly string[] {
  return [
    text("Gardener found no cluster in the project, and none that uses its secrets or quotas."),
    text("It checks every 12 hours: a new cluster keeps the project."),
  ];
}
