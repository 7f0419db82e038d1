import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { type Week, weekOf, weeksFrom } from "#lib/forecast/weeks.ts";
import { utcClock } from "#lib/words/clock.ts";
import { lastInstantOf } from "#lib/words/version-end.ts";
import { dayOfEvent } from "../calendar/calendar-days.ts";
import type { CalendarEvent } from "../calendar/calendar-event.ts";
import { formatCalendarQuery } from "../calendar/calendar-query.ts";

export const almanacWeekCount = 12;
/** Layers of the ends shown per week: versions of Kubernetes and of machine images. */
export const endLayers = ["k8s", "image"] as const;

/** One week of the strip. */
export interface AlmanacWeek extends Week {
  /** Clusters whose first forced change is in this week. */
  readonly forced: number;
  /** Versions in use that end in this week; undefined while the profiles are being read. */
  readonly ends: readonly CalendarEvent[] | undefined;
}

export interface UpcomingWeeks {
  /** Clusters whose first forced change is overdue. */
  readonly overdue: number;
  readonly weeks: readonly AlmanacWeek[];
}

const isKubernetes = ({ layer }: CalendarEvent) => layer === "k8s";

/** Next twelve weeks. A cluster counts once, in the week of its first forced change. */
export function almanacOf(
  rows: readonly FleetRow[],
  { now, ends }: { readonly now: number; readonly ends: readonly CalendarEvent[] | undefined },
): UpcomingWeeks {
  const counts = Array.from({ length: almanacWeekCount }, () => 0);
  let overdue = 0;
  for (const row of rows) {
    const [first] = forcedEvents(row);
    if (first === undefined) continue;
    const week = weekOf(first.at, now);
    if (first.overdue) overdue += 1;
    else if (week < almanacWeekCount) counts[week] = (counts[week] ?? 0) + 1;
  }
  // Kubernetes versions first: there is room for one name only.
  const inOrder = ends && [...ends.filter(isKubernetes), ...ends.filter((event) => !isKubernetes(event))];
  const byWeek = inOrder && Map.groupBy(inOrder, ({ at }) => weekOf(lastInstantOf(at), now));
  return {
    overdue,
    weeks: weeksFrom(now, almanacWeekCount).map((week, place) => ({
      ...week,
      forced: counts[place] ?? 0,
      ends: byWeek && (byWeek.get(place) ?? []),
    })),
  };
}

/** Path of the calendar of the same clusters, on the day on which a version ends. */
export function calendarBehind(query: FleetQuery, end: CalendarEvent): string {
  const { columns: _, ...fleet } = query;
  const day = dayOfEvent(end, utcClock);
  return `/calendar${formatCalendarQuery({ fleet: { ...fleet, sort: [] }, day, layers: endLayers, unused: false, view: undefined })}`;
}
