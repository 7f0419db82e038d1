import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatFullDay } from "#lib/words/format-day.ts";
import type { DayEntry } from "./calendar-days.ts";
import type { CalendarLayer } from "./calendar-event.ts";

/** Returns whether the events of a calendar layer happen to a cluster rather than to a version. */
export function isLayerAboutClusters(layer: CalendarLayer): boolean {
  return layer === "forced" || layer === "lifetime" || layer === "rotation";
}

/** Returns whether the events of a calendar layer are dates of versions in profiles. */
export function isLayerAboutVersions(layer: CalendarLayer): boolean {
  return layer === "k8s" || layer === "image" || layer === "stage";
}

type Told = Pick<DayEntry, "title" | "layer" | "clusters" | "projects">;

/** Text of a calendar entry: its title with the name of a single cluster or project, or with their number. */
export function entryLabel({ title, layer, clusters, projects }: Told): string {
  const [project] = projects;
  if (project !== undefined) {
    if (projects.length === 1) return `${project}: ${title}`;
    return `${title}, ${text("{projects, plural, one {# project} other {# projects}}", { projects: projects.length })}`;
  }
  const [only] = clusters;
  if (only === undefined) return title;
  return clusters.length === 1 && isLayerAboutClusters(layer)
    ? `${only.project}/${only.name}: ${title}`
    : `${title}, ${text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: clusters.length })}`;
}

/** Text of an entry on a chip: `1.34.5 ×214`, without a number for one cluster or project. */
export function entryChipLabel({
  short,
  clusters,
  projects,
}: Pick<DayEntry, "short" | "clusters" | "projects">): string {
  const count = clusters.length + projects.length;
  return count < 2 ? short : `${short} ×${formatNumber(count)}`;
}

/** Maximum number of entries in the accessible label of a day; the day view lists all. */
const mostRead = 4;

/** Returns the accessible label of a day: the date and its first entries. */
export function dayLabel(day: string, entries: readonly Told[]): string {
  if (entries.length === 0) return text("{day}, nothing dated", { day: formatFullDay(day) });
  const read = entries.slice(0, mostRead).map(entryLabel);
  const more = entries.length > mostRead ? [text("and {count} more", { count: entries.length - mostRead })] : [];
  return text("{day}, {entries, plural, one {# entry} other {# entries}}: {read}", {
    day: formatFullDay(day),
    entries: entries.length,
    read: [...read, ...more].join("; "),
  });
}
