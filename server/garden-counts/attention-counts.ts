import type { AttentionCounts, DateCounts } from "#lib/contract/garden-counts.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { entriesByDay, filterOfEntry } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarEvent, type CalendarLayer, defaultLayers } from "#lib/view/calendar/calendar-event.ts";
import { formatCalendarQuery, narrowedFilter } from "#lib/view/calendar/calendar-query.ts";
import { type AttentionGroup, listOfGroup } from "#lib/view/overview/attention.ts";
import { describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { utcClock } from "#lib/words/clock.ts";

/** Calendar layers for dates in profiles; forced updates are in the weeks. */
export const datedLayers: readonly CalendarLayer[] = ["k8s", "image", "stage"];
/** Maximum per garden, since several gardens share a page. */
const mostCauses = 6;
const mostDates = 30;

/** The causes in a garden's overview, in its order, for a page that shows several gardens. */
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
      href: listOfGroup(query, group),
    };
  });
  return { causes: groups.length, first };
}

/** The entries of a garden's calendar, in whole days. */
export function toDateCounts(events: readonly CalendarEvent[], query: FleetQuery): DateCounts {
  const entries: DateCounts["entries"] = [];
  for (const [day, ofDay] of entriesByDay(events, utcClock)) {
    // Never cut within a day: a partial day would look complete.
    if (entries.length > 0 && entries.length + ofDay.length > mostDates) return { entries, leftOutFrom: day };
    const calendar = { fleet: query, day, layers: defaultLayers, unused: false, view: undefined };
    for (const entry of ofDay) {
      const filter = filterOfEntry(entry);
      const href =
        filter === undefined
          ? `/calendar${formatCalendarQuery(calendar)}`
          : `/clusters${narrowedFilter(query, filter)}`;
      entries.push({ day, hue: entry.hue, title: entry.title, clusters: entry.clusters.length, href });
    }
  }
  return { entries };
}
