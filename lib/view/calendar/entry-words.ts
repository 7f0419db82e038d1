import type { DayEntry } from "./calendar-days.ts";
import type { CalendarLayer } from "./calendar-event.ts";

const count = (value: number, one: string) => `${value.toLocaleString("en-US")} ${one}${value === 1 ? "" : "s"}`;

// Made once: a month has some forty days to name.
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** What happens to a cluster is told of the cluster; what happens to a version is told of the version. */
export function isAboutCluster(layer: CalendarLayer): boolean {
  return layer === "forced" || layer === "rotation";
}

/** What an entry says in a line: a single cluster by its name, several by their number. */
export function entryLine({ title, layer, clusters }: Pick<DayEntry, "title" | "layer" | "clusters">): string {
  const [only] = clusters;
  if (only === undefined) return title;
  return clusters.length === 1 && isAboutCluster(layer)
    ? `${only.project}/${only.name}: ${title}`
    : `${title}, ${count(clusters.length, "cluster")}`;
}

/** `Tuesday 24 November 2026`. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return dayFormat.format(date).replace(",", "");
}

/** `November 2026`. */
export function monthWords(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return monthFormat.format(date);
}

/** What a day's cell is read as: the day, and what is in it. */
export function dayLabel(day: string, entries: readonly DayEntry[]): string {
  if (entries.length === 0) return `${dayWords(day)}, nothing dated`;
  const entriesWord = entries.length === 1 ? "entry" : "entries";
  return `${dayWords(day)}, ${entries.length} ${entriesWord}: ${entries.map(entryLine).join("; ")}`;
}
