import { text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "../calendar/calendar-days.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

interface ListedDays {
  readonly filter: string;
  readonly now: number;
}

/** What a month shows, a line for each event. The day is that of the chosen clock, the instants are not. */
export function calendarFiles(
  days: readonly (readonly [DayKey, readonly DayEntry[]])[],
  { filter, now }: ListedDays,
): ListFiles {
  const items = days.flatMap(([day, entries]) =>
    entries.flatMap(({ events }) => events.map((event) => ({ day, event }))),
  );
  return listFiles({
    name: "calendar",
    noun: [text("event"), text("events")],
    items,
    filter,
    now,
    fields: [
      { key: "day", label: text("Day"), of: ({ day }) => day },
      { key: "at", label: text("From", {}, "column"), of: ({ event }) => instantText(event.at) },
      { key: "until", label: text("Until", {}, "column"), of: ({ event }) => instantText(event.until) },
      { key: "layer", label: text("Layer"), of: ({ event }) => event.layer },
      { key: "title", label: text("What", {}, "column"), of: ({ event }) => event.title },
      { key: "count", label: text("Clusters"), of: ({ event }) => event.clusters.length },
      {
        key: "clusters",
        label: text("Which", {}, "column"),
        of: ({ event }) => event.clusters.map(({ project, name }) => `${project}/${name}`).join(" "),
      },
    ],
  });
}
