import type { AttentionCounts, DateCounts } from "#lib/contract/garden-counts.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { clusterListQueryOfEntry, entriesByDay } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarEvent, type CalendarLayer, defaultLayers } from "#lib/view/calendar/calendar-event.ts";
import { combineEventFilter, formatCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { type AttentionGroup, clusterListPathOfAttentionGroup } from "#lib/view/overview/attention.ts";
import { describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { utcClock } from "#lib/words/clock.ts";

/** Kinds of calendar entries with a date that the page for several gardens shows; forced updates are shown per week. */
export const datedLayers: readonly CalendarLayer[] = ["k8s", "image", "stage"];
/** Maximum of causes per garden, since several gardens share a page. */
const mostCauses = 6;
const mostDates = 30;

/** Why clusters of a garden need attention, in the order of its overview, for a page that shows several gardens. */
export function toAttentionCounts(groups: readonly AttentionGroup[], query: FleetQuery, now: number): AttentionCounts {
  const first = groups.slice(0, mostCauses).map((group) => {
    const { title, detail } = describeAttentionGroup(group, now);
    const { tier, at, rows } = group;
    return {
      tier,
      ...(at !== undefined && { at }),
      title,
      detail,
      clusters: rows.length,
      href: clusterListPathOfAttentionGroup(query, group),
    };
  });
  return { causes: groups.length, first };
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
