import type { DayEntry, DayKey } from "../calendar/calendar-days.ts";
import type { EventCluster } from "../calendar/calendar-event.ts";
import { formatOptionalInstant, type ListContext, type ListFiles, listFiles } from "./list-files.ts";

const nameOf = ({ project, name }: EventCluster) => `${project}/${name}`;

/** Files with a row per event of a month. Days are in the selected clock, instants are not. */
export function calendarFiles(
  days: readonly (readonly [DayKey, readonly DayEntry[]])[],
  listed: ListContext,
): ListFiles {
  return listFiles({
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
