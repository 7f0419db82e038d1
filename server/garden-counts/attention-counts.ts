import type { AttentionCounts, DateCounts } from "#lib/contract/garden-counts.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { clusterListQueryOfEntry, entriesByDay } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarEvent, type CalendarLayer, defaultLayers } from "#lib/view/calendar/calendar-event.ts";
import { combineEventFilter, formatCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { overviewPathOfSearch } from "#lib/view/gardens/garden-count-rows.ts";
import { clusterListPathOfAttentionGroup } from "#lib/view/overview/attention.ts";
import { describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { type AttentionCauseEntry, isProjectAttention } from "#lib/view/overview/project-attention.ts";
import { describeProjectAttention } from "#lib/view/overview/project-attention-description.ts";
import { utcClock } from "#lib/words/clock.ts";

/** Kinds of calendar entries with a date that the page for several gardens shows; forced updates are shown per week. */
export const datedLayers: readonly CalendarLayer[] = ["k8s", "image", "stage"];
/** Maximum of causes per garden, since several gardens share a page. */
const mostCauses = 6;
const mostDates = 30;

/** What needs attention in a garden, in the order of its overview, for a page that shows several gardens. */
export function toAttentionCounts(
  causes: readonly AttentionCauseEntry[],
  query: FleetQuery,
  now: number,
): AttentionCounts {
  return { causes: causes.length, first: causes.slice(0, mostCauses).map((cause) => countOf(cause, query, now)) };
}

function countOf(cause: AttentionCauseEntry, query: FleetQuery, now: number): AttentionCounts["first"][number] {
  const { tier, at } = cause;
  const when = { tier, ...(at !== undefined && { at }) };
  if (!isProjectAttention(cause)) {
    const { title, detail } = describeAttentionGroup(cause, now);
    return {
      ...when,
      title,
      detail,
      clusters: cause.rows.length,
      href: clusterListPathOfAttentionGroup(query, cause),
    };
  }
  const { title, detail } = describeProjectAttention(cause, now);
  const { projects } = cause;
  const [only, ...others] = projects;
  const href =
    only !== undefined && others.length === 0
      ? `/projects/${encodeURIComponent(only.name)}`
      : overviewPathOfSearch(query.q);
  return { ...when, title, detail, clusters: 0, projects: projects.length, href };
}

/** Calendar entries of a garden, up to a limit, in complete days. */
export function toDateCounts(events: readonly CalendarEvent[], query: FleetQuery): DateCounts {
  const entries: DateCounts["entries"] = [];
  for (const [day, ofDay] of entriesByDay(events, utcClock)) {
    // Ends at a full day: a day with only some of its entries would look complete.
    if (entries.length > 0 && entries.length + ofDay.length > mostDates) return { entries, leftOutFrom: day };
    const calendar = { fleet: query, day, layers: defaultLayers, unused: false, view: undefined };
    for (const entry of ofDay) {
      const filter = clusterListQueryOfEntry(entry);
      const href =
        filter === undefined
          ? `/calendar${formatCalendarQuery(calendar)}`
          : `/clusters${combineEventFilter(query, filter)}`;
      entries.push({ day, hue: entry.hue, title: entry.title, clusters: entry.clusters.length, href });
    }
  }
  return { entries };
}
