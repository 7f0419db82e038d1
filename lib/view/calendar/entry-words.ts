import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";
import { dayWords } from "#lib/words/day-words.ts";
import type { DayEntry } from "./calendar-days.ts";
import type { CalendarLayer } from "./calendar-event.ts";

/** What happens to a cluster is told of the cluster; what happens to a version is told of the version. */
export function isAboutCluster(layer: CalendarLayer): boolean {
  return layer === "forced" || layer === "lifetime" || layer === "rotation";
}

type Told = Pick<DayEntry, "title" | "layer" | "clusters">;

/** What an entry says in a line: a single cluster by its name, several by their number. */
export function entryLine({ title, layer, clusters }: Told): string {
  const [only] = clusters;
  if (only === undefined) return title;
  return clusters.length === 1 && isAboutCluster(layer)
    ? `${only.project}/${only.name}: ${title}`
    : `${title}, ${text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: clusters.length })}`;
}

/** The same on a chip: `1.34.5 ✕ 214`, and one cluster without a number. */
export function chipWords({ short, clusters }: Pick<DayEntry, "short" | "clusters">): string {
  return clusters.length < 2 ? short : `${short} ✕ ${formatNumber(clusters.length)}`;
}

/** Nobody listens to more; the day itself tells the rest. */
const mostRead = 4;

/** What a day's cell is read as: the day, and the first of what is in it. */
export function dayLabel(day: string, entries: readonly Told[]): string {
  if (entries.length === 0) return text("{day}, nothing dated", { day: dayWords(day) });
  const read = entries.slice(0, mostRead).map(entryLine);
  const more = entries.length > mostRead ? [text("and {count} more", { count: entries.length - mostRead })] : [];
  return text("{day}, {entries, plural, one {# entry} other {# entries}}: {read}", {
    day: dayWords(day),
    entries: entries.length,
    read: [...read, ...more].join("; "),
  });
}
