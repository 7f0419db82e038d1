import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, type ForcedKind, forcedEvents, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Week, weekOf, weeksFrom } from "#lib/forecast/weeks.ts";
import { utcClock } from "#lib/words/clock.ts";
import { lastInstantOf } from "#lib/words/version-end.ts";
import { dayOfEvent } from "../calendar/calendar-days.ts";
import type { CalendarEvent } from "../calendar/calendar-event.ts";
import { formatCalendarQuery } from "../calendar/calendar-query.ts";
import { noCounts } from "../forecast/risk-histogram.ts";

export const almanacWeekCount = 12;
/** Layers of the ends shown per week: versions of Kubernetes and of machine images. */
export const endLayers = ["k8s", "image"] as const;

/** One of the next weeks. */
export interface AlmanacWeek extends Week {
  /** Clusters by the kind of their first event, which is in this week. */
  readonly counts: Readonly<Record<ForcedKind, number>>;
  /** Clusters of which a change is forced. */
  readonly forced: number;
  /** Clusters that get stuck: they must move and cannot. */
  readonly stuck: number;
  /** Versions in use that end in this week, most clusters first; undefined while the profiles are being read. */
  readonly ends: readonly CalendarEvent[] | undefined;
}

export interface UpcomingWeeks {
  /** Clusters whose first forced change or dead end is overdue. */
  readonly overdue: number;
  readonly weeks: readonly AlmanacWeek[];
}

function sumOf(counts: AlmanacWeek["counts"], kinds: readonly ForcedKind[]): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Next twelve weeks. A cluster counts once, in the week of its first forced change or dead end. */
export function almanacOf(
  rows: readonly FleetRow[],
  { now, ends }: { readonly now: number; readonly ends: readonly CalendarEvent[] | undefined },
): UpcomingWeeks {
  const counts = Array.from({ length: almanacWeekCount }, noCounts);
  let overdue = 0;
  for (const row of rows) {
    const [first] = forcedEvents(row);
    if (first === undefined) continue;
    const week = counts[weekOf(first.at, now)];
    if (first.overdue) overdue += 1;
    else if (week !== undefined) week[first.kind] += 1;
  }
  // The widest first: there is room for one name only.
  const inOrder = ends?.toSorted((a, b) => b.clusters.length - a.clusters.length);
  const byWeek = inOrder && Map.groupBy(inOrder, ({ at }) => weekOf(lastInstantOf(at), now));
  return {
    overdue,
    weeks: weeksFrom(now, almanacWeekCount).map((week, place) => {
      const ofWeek = counts[place] ?? noCounts();
      return {
        ...week,
        counts: ofWeek,
        forced: sumOf(ofWeek, forcedStepKinds),
        stuck: sumOf(ofWeek, deadEndKinds),
        ends: byWeek && (byWeek.get(place) ?? []),
      };
    }),
  };
}

/** Path of the calendar of the same clusters, on the day on which a version ends. */
export function calendarBehind(query: FleetQuery, end: CalendarEvent): string {
  const { columns: _, ...fleet } = query;
  const day = dayOfEvent(end, utcClock);
  return `/calendar${formatCalendarQuery({ fleet: { ...fleet, sort: [] }, day, layers: endLayers, unused: false, view: undefined })}`;
}
