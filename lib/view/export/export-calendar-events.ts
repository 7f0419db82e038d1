import type { DayEntry, DayKey } from "../calendar/calendar-days.ts";
import type { EventCluster } from "../calendar/calendar-event.ts";
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
      { key: "day", of: ({ day }) => day },
      { key: "at", of: ({ event }) => formatOptionalInstant(event.at) },
      { key: "until", of: ({ event }) => formatOptionalInstant(event.until) },
      { key: "layer", of: ({ event }) => event.layer },
      { key: "title", of: ({ event }) => event.title, code: ({ event }) => event.about },
      { key: "count", of: ({ event }) => event.clusters.length },
      {
        key: "clusters",
        of: ({ event }) => event.clusters.map(nameOf).join(" "),
        code: ({ event }) => event.clusters.map(nameOf),
      },
    ],
  });
}
