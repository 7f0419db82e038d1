import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, type ForcedEventKind, forcedEventsOf, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Week, weekIndexOf, weeksFrom } from "#lib/forecast/weeks.ts";
import { utcClock } from "#lib/words/clock.ts";
import { lastValidInstantOf } from "#lib/words/version-end.ts";
import { dayOfEvent } from "../calendar/calendar-days.ts";
import type { CalendarEvent } from "../calendar/calendar-event.ts";
import { formatCalendarQuery } from "../calendar/calendar-query.ts";
import { zeroCountsPerKind } from "../forecast/risk-histogram.ts";

export const upcomingWeekCount = 12;
/** Calendar layers of the ends shown per week: Kubernetes versions and machine images. */
export const versionEndLayers = ["k8s", "image"] as const;

/** Upcoming week on the overview. */
export interface UpcomingWeek extends Week {
  /** Number of clusters by the kind of their first forced event, if it is in this week. */
  readonly counts: Readonly<Record<ForcedEventKind, number>>;
  /** Number of clusters with a forced change. */
  readonly forced: number;
  /** Number of clusters that get stuck: an update is required but impossible. */
  readonly stuck: number;
  /** Versions in use that end in this week, most clusters first; undefined while the profiles are being read. */
  readonly ends: readonly CalendarEvent[] | undefined;
}

export interface UpcomingWeeks {
  /** Clusters whose first forced change or dead end is overdue. */
  readonly overdue: number;
  readonly weeks: readonly UpcomingWeek[];
}

function sumOf(counts: UpcomingWeek["counts"], kinds: readonly ForcedEventKind[]): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Returns the next twelve weeks. A cluster counts once, in the week of its first forced change or dead end. */
export function upcomingWeeksOf(
  rows: readonly FleetRow[],
  { now, ends }: { readonly now: number; readonly ends: readonly CalendarEvent[] | undefined },
): UpcomingWeeks {
  const counts = Array.from({ length: upcomingWeekCount }, zeroCountsPerKind);
  let overdue = 0;
  for (const row of rows) {
    const [first] = forcedEventsOf(row);
    if (first === undefined) continue;
    const week = counts[weekIndexOf(first.at, now)];
    if (first.overdue) overdue += 1;
    else if (week !== undefined) week[first.kind] += 1;
  }
  // The end that affects most clusters comes first, because there is room for one name only.
  const inOrder = ends?.toSorted((a, b) => b.clusters.length - a.clusters.length);
  const byWeek = inOrder && Map.groupBy(inOrder, ({ at }) => weekIndexOf(lastValidInstantOf(at), now));
  return {
    overdue,
    weeks: weeksFrom(now, upcomingWeekCount).map((week, place) => {
      const ofWeek = counts[place] ?? zeroCountsPerKind();
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
export function calendarPathOfVersionEnd(query: FleetQuery, end: CalendarEvent): string {
  const { columns: _, ...fleet } = query;
  const day = dayOfEvent(end, utcClock);
  return `/calendar${formatCalendarQuery({ fleet: { ...fleet, sort: [] }, day, layers: versionEndLayers, unused: false, view: undefined })}`;
}
