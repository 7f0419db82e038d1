import type { AttentionFigures, DateFigures } from "#lib/contract/garden-figures.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { entriesByDay, filterOfEntry } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarEvent, type CalendarLayer, defaultLayers } from "#lib/view/calendar/calendar-event.ts";
import { formatCalendarQuery, narrowedFilter } from "#lib/view/calendar/calendar-query.ts";
import { type AttentionGroup, listOfGroup } from "#lib/view/overview/attention.ts";
import { attentionWords } from "#lib/view/overview/attention-words.ts";
import { utcClock } from "#lib/words/clock.ts";

/** What profiles date; the weeks tell what is forced upon clusters. */
export const datedLayers: readonly CalendarLayer[] = ["k8s", "image", "stage"];
/** Of each garden, beside those of others. */
const mostCauses = 6;
const mostDates = 30;

/** The causes of a garden's overview, which shows them in this order, for a page that shows several gardens. */
export function describeAttention(groups: readonly AttentionGroup[], query: FleetQuery, now: number): AttentionFigures {
  const first = groups.slice(0, mostCauses).map((group) => {
    const { title, detail } = attentionWords(group, now);
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

/** The entries of a garden's calendar, whole days of them. */
export function describeDates(events: readonly CalendarEvent[], query: FleetQuery): DateFigures {
  const entries: DateFigures["entries"] = [];
  for (const [day, ofDay] of entriesByDay(events, utcClock)) {
    // A day that had to be cut would be taken for whole.
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
