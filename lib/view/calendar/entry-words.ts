import { countOf, nounFor } from "#lib/words/count.ts";
import { dayWords } from "#lib/words/day-words.ts";
import type { DayEntry } from "./calendar-days.ts";
import type { CalendarLayer } from "./calendar-event.ts";

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
    : `${title}, ${countOf(clusters.length, "cluster")}`;
}

/** What a day's cell is read as: the day, and what is in it. */
export function dayLabel(day: string, entries: readonly DayEntry[]): string {
  if (entries.length === 0) return `${dayWords(day)}, nothing dated`;
  const entriesWord = nounFor(entries.length, "entry", "entries");
  return `${dayWords(day)}, ${entries.length} ${entriesWord}: ${entries.map(entryLine).join("; ")}`;
}
