import type { ListedProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { type ProjectDate, projectDateFacts, projectDateTitles } from "#lib/words/project/project-dates.ts";
import type { CalendarEvent } from "./calendar-event.ts";

/** What the calendar needs to know of a project; others than unused ones have no dates. */
export type CalendarProject = Pick<ListedProject, "uid" | "name" | "stale">;

/** Returns events for the days on which unused projects became unused, and from which on Gardener deletes them. */
export function projectEvents(projects: readonly CalendarProject[]): readonly CalendarEvent[] {
  return projects.flatMap(({ uid, name, stale }) => {
    if (stale === undefined) return [];
    const { staleSince, deletedAt, deletedUntil } = stale;
    const event = (date: ProjectDate, at: number): CalendarEvent => ({
      id: `project-${date}.${uid}`,
      layer: "project",
      about: `project-${date}`,
      at,
      title: text(projectDateTitles[date]),
      short: date === "deleted" ? text("deleted") : text("unused"),
      facts: projectDateFacts(),
      project: name,
      clusters: [],
      hue: date === "deleted" ? "negative" : "caution",
    });
    if (deletedAt === undefined) return [event("unused", staleSince)];
    const deletion = { ...event("deleted", deletedAt), ...(deletedUntil !== undefined && { until: deletedUntil }) };
    return [event("unused", staleSince), deletion];
  });
}
