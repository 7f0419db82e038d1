import { text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "../calendar/calendar-days.ts";
import { type EventCluster, layerLabels } from "../calendar/calendar-event.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

const nameOf = ({ project, name }: EventCluster) => `${project}/${name}`;

/** Exports the events of a month, one row per event. Days are in the selected clock, instants are in UTC. */
export function exportCalendarEvents(
  days: readonly (readonly [DayKey, readonly DayEntry[]])[],
  listed: ExportContext,
): PreparedListExport {
  return prepareListExport({
    name: "calendar",
    items: days.flatMap(([day, entries]) => entries.flatMap(({ events }) => events.map((event) => ({ day, event })))),
    ...listed,
    fields: [
      { key: "day", title: text("Day"), of: ({ day }) => day },
      { key: "at", title: text("From"), of: ({ event }) => formatOptionalInstant(event.at) },
      { key: "until", title: text("Until"), of: ({ event }) => formatOptionalInstant(event.until) },
      {
        key: "layer",
        title: text("Kind"),
        of: ({ event }) => text(layerLabels[event.layer]),
        code: ({ event }) => event.layer,
      },
      { key: "title", title: text("Event"), of: ({ event }) => event.title, code: ({ event }) => event.about },
      { key: "project", title: text("Project"), of: ({ event }) => event.project },
      { key: "count", title: text("Number of clusters"), of: ({ event }) => event.clusters.length },
      {
        key: "clusters",
        title: text("Clusters"),
        of: ({ event }) => event.clusters.map(nameOf).join(" "),
        code: ({ event }) => event.clusters.map(nameOf),
      },
    ],
  });
}
