import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { healthLabels } from "#lib/fleet/fields/health.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, heatMapDimensions, parseFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { clusterListQueryOfEntry, entriesByDay } from "./calendar/calendar-days.ts";
import { type CalendarEvent, calendarLayers } from "./calendar/calendar-event.ts";
import { calendarEventsOf } from "./calendar/calendar-events-of.ts";
import { combineEventFilter, parseCalendarQuery } from "./calendar/calendar-query.ts";
import { entryChipLabel } from "./calendar/entry-labels.ts";
import { createHeatMap, timeRangeOfHeatMap } from "./forecast/heat-map.ts";
import {
  countForcedMinorSoon,
  countForcedSoon,
  createRiskHistogram,
  forcedEventKinds,
  queryOfForcedMinorSoon,
  queryOfForcedSoon,
  queryOfRiskBar,
} from "./forecast/risk-histogram.ts";
import { countStuckClusters, missingUpgradeLinksOf } from "./forecast/stuck-board.ts";
import { calendarPathOfVersionEnd, upcomingWeeksOf, versionEndLayers } from "./overview/almanac-weeks.ts";
import { attentionGroups, queryOfAttentionGroup } from "./overview/attention.ts";
import { minorsInUse, queryOfMinor } from "./overview/minors-in-use.ts";
import { overviewNumbersOf } from "./overview/overview-numbers-of.ts";
import {
  clusterRotationsOf,
  countRotations,
  queryOfRotations,
  rotationStates,
  selectClusterRotations,
  unorderedClusterRotationsOf,
} from "./rotations/rotation-board.ts";

/** A number on a screen, and the cluster list query that its link opens. */
export interface ShownNumber {
  readonly what: string;
  readonly number: number;
  readonly asked: FleetQuery;
}

interface Screen {
  /** The rows of the clusters that the query selects. */
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  readonly own?: ReadonlySet<string>;
}

/** Calendar entries whose link opens a list, with the number of clusters they show. */
export function calendarNumbersWithQueries({
  rows,
  query,
  now,
  profiles,
  clock = utcClock,
}: DatedScreen): readonly ShownNumber[] {
  const dated = { rows, profiles, layers: calendarLayers, unused: false, now, range: yearFrom(now) };
  const days = [...entriesByDay(calendarEventsOf(dated), clock)];
  return days.flatMap(([day, entries]) =>
    entries.flatMap((entry) => {
      const filter = clusterListQueryOfEntry(entry);
      // Entries of a single cluster link to the cluster itself.
      if (filter === undefined || entry.clusters.length < 2) return [];
      const asked = parseFleetQuery(new URLSearchParams(combineEventFilter(query, filter)));
      return [{ what: `${day} ${entryChipLabel(entry)} ${entry.title}`, number: entry.clusters.length, asked }];
    }),
  );
}

/** Counts of rotations on the overview, each with the number of rows on the rotations page that its link opens. */
export function rotationCountsWithRows({ all, rows, query, now }: RotationsScreen) {
  const lines = unorderedClusterRotationsOf(rows, now);
  return rotationStates.map((state) => {
    const asked = queryOfRotations(query, state);
    const there = clusterRotationsOf(filterFleet(all, asked, createFleetContext(now)), now);
    return {
      what: state,
      number: countRotations(lines, state, now),
      rows: selectClusterRotations(there, asked, now).length,
    };
  });
}

/** Version ends named in the weeks of the forecast strip, with the events that the calendar shows for the same days. */
export function stripEndsWithCalendarEvents({ rows, query, now, profiles, select }: StripScreen) {
  const input = { profiles, unused: false, now, range: yearFrom(now) };
  const ends = calendarEventsOf({ ...input, rows, layers: versionEndLayers });
  return upcomingWeeksOf(rows, { now, ends }).weeks.flatMap(({ fromAt, ends: named = [] }) => {
    const [first] = named;
    if (first === undefined) return [];
    const opened = parseCalendarQuery(new URL(calendarPathOfVersionEnd(query, first), "http://almanac").searchParams);
    const events = calendarEventsOf({ ...input, rows: select(opened.fleet), layers: opened.layers });
    const days = [...entriesByDay(events, utcClock)].filter(([day]) => {
      const at = Date.parse(day);
      return at >= fromAt && at < fromAt + 7 * dayMs;
    });
    return [
      {
        named: named.map(counted).sort(),
        there: days.flatMap(([, entries]) => entries.map(counted)).sort(),
        first: counted(first),
        opened: (days.find(([day]) => day === opened.day)?.[1] ?? []).map(counted),
      },
    ];
  });
}

const counted = ({ title, clusters }: Pick<CalendarEvent, "title" | "clusters">) => `${title} ✕ ${clusters.length}`;
const yearFrom = (now: number) => ({ from: now, to: now + 366 * dayMs });

interface DatedScreen extends Screen {
  readonly profiles: readonly Profile[];
  readonly clock?: DisplayClock;
}

interface RotationsScreen extends Screen {
  /** All clusters that the user sees. */
  readonly all: readonly FleetRow[];
}

interface StripScreen extends DatedScreen {
  /** Returns the rows of the clusters that another query selects. */
  readonly select: (query: FleetQuery) => readonly FleetRow[];
}

const nobody: ReadonlySet<string> = new Set();

/** Numbers on the overview and the forecast page, with the queries that their links open. */
export function screenNumbersWithQueries({ rows, query, now, own = nobody }: Screen): readonly ShownNumber[] {
  const { overdue, weeks } = upcomingWeeksOf(rows, { now, ends: undefined });
  const { bars, calm, without } = createRiskHistogram(rows, now);
  const minor = countForcedMinorSoon(rows, now);
  const soon = queryOfForcedMinorSoon(query, now);
  const stuck = countStuckClusters(rows, now);
  const number = (what: string, count: number, asked: FleetQuery) => ({ what, number: count, asked });
  return [
    number("overdue", overdue, queryOfRiskBar(query, { time: "overdue" })),
    number("within 30 days", countForcedSoon(bars), queryOfForcedSoon(query, now)),
    ...overviewNumbersOf(rows, { query, weeks: { overdue, weeks } }).flatMap((key) =>
      [key, ...key.parts].map((part) => number(`key number ${part.id}`, part.count, part.query)),
    ),
    ...weeks.flatMap(({ time, forced, stuck }) => [
      number(`week ${time} forced`, forced, queryOfRiskBar(query, { kinds: forcedStepKinds, time })),
      number(`week ${time} stuck`, stuck, queryOfRiskBar(query, { kinds: deadEndKinds, time })),
    ]),
    ...attentionGroups(rows, { now, own }).flatMap((group) => [
      number(`cause ${group.key}`, group.rows.length, queryOfAttentionGroup(query, group)),
      number(`cause ${group.key} in production`, group.production, queryOfAttentionGroup(query, group, true)),
    ]),
    ...Object.keys(healthLabels).map((health) =>
      number(health, rows.filter((row) => row.health === health).length, withFilter(query, "status", [health])),
    ),
    ...minorsInUse(rows).map((used) => number(`minor ${used.minor}`, used.clusters, queryOfMinor(query, used))),
    ...bars.flatMap(({ bucket, time, counts, total }) => [
      number(`bar ${bucket}`, total, queryOfRiskBar(query, { time })),
      ...forcedEventKinds.map((kind) =>
        number(`bar ${bucket} ${kind}`, counts[kind], queryOfRiskBar(query, { kind, time })),
      ),
    ]),
    number("calm", calm, queryOfRiskBar(query, { time: "none" })),
    number(
      "without a forecast",
      [...without.values()].reduce((sum, count) => sum + count, 0),
      queryOfRiskBar(query, { time: "unknown" }),
    ),
    number("minor soon", minor.all, soon),
    number("minor soon in production", minor.production, withFilter(soon, "purpose", ["production"])),
    ...heatMapDimensions.flatMap((dimension) => {
      const map = createHeatMap(rows, dimension, { now });
      return [...map.rows, map.totals].flatMap(({ name, counts, total }) => {
        const within = name === map.totals.name ? query : withFilter(query, dimension, [name]);
        return [
          ...map.columns.map(({ time }, index) =>
            number(`week ${name} ${time}`, counts[index] ?? 0, withFilter(within, "forceIn", [time])),
          ),
          number(`weeks ${name}`, total, withFilter(within, "forceIn", [timeRangeOfHeatMap(map)])),
        ];
      });
    }),
    ...missingUpgradeLinksOf(rows, now).map(({ key, clusters }) =>
      number(key, clusters, withFilter(query, "deadend", [key])),
    ),
    number("stuck", stuck.stuck, withFilter(query, "deadend", ["stuck"])),
    number("open", stuck.open, withFilter(query, "deadend", ["open", "-stuck"])),
  ];
}
