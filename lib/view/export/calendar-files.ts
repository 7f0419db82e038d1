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
    noun: ["event", "events"],
    items,
    filter,
    now,
    fields: [
      { key: "day", label: "Day", of: ({ day }) => day },
      { key: "at", label: "From", of: ({ event }) => instantText(event.at) },
      { key: "until", label: "Until", of: ({ event }) => instantText(event.until) },
      { key: "layer", label: "Layer", of: ({ event }) => event.layer },
      { key: "title", label: "What", of: ({ event }) => event.title },
      { key: "count", label: "Clusters", of: ({ event }) => event.clusters.length },
      {
        key: "clusters",
        label: "Which",
        of: ({ event }) => event.clusters.map(({ project, name }) => `${project}/${name}`).join(" "),
      },
    ],
  });
}
