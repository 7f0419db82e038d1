import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { healthLabels } from "#lib/fleet/fields/health.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, heatDimensions, parseFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { entriesByDay, filterOfEntry } from "./calendar/calendar-days.ts";
import { type CalendarEvent, calendarLayers } from "./calendar/calendar-event.ts";
import { calendarEvents } from "./calendar/calendar-events.ts";
import { narrowedFilter, parseCalendarQuery } from "./calendar/calendar-query.ts";
import { entryChipLabel } from "./calendar/entry-labels.ts";
import { heatMap, timeOfAll } from "./forecast/heat-map.ts";
import {
  forcedKinds,
  minorWithin30,
  queryOfBar,
  queryOfMinorSoon,
  queryOfSoon,
  riskHistogram,
  soonTotal,
} from "./forecast/risk-histogram.ts";
import { stuckBoard, stuckCounts } from "./forecast/stuck-board.ts";
import { almanacOf, calendarBehind, endLayers } from "./overview/almanac-weeks.ts";
import { attentionGroups, queryOfGroup } from "./overview/attention.ts";
import { keyNumbers } from "./overview/key-numbers.ts";
import { minorsInUse, queryOfMinor } from "./overview/minors-in-use.ts";
import {
  clusterRotationsOf,
  countRotations,
  queryOfRotations,
  rotationStates,
  selectClusterRotations,
  unorderedClusterRotationsOf,
} from "./rotations/rotation-board.ts";

/** Number on a screen, and the query of the list that its link opens. */
export interface ShownNumber {
  readonly what: string;
  readonly number: number;
  readonly asked: FleetQuery;
}

interface Screen {
  /** Clusters that the query selects. */
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  readonly own?: ReadonlySet<string>;
}

/** Calendar entries that link to a list, with the number of clusters on their chip and panel. */
export function listBehindDates({ rows, query, now, profiles, clock = utcClock }: DatedScreen): readonly ShownNumber[] {
  const dated = { rows, profiles, layers: calendarLayers, unused: false, now, range: yearFrom(now) };
  const days = [...entriesByDay(calendarEvents(dated), clock)];
  return days.flatMap(([day, entries]) =>
    entries.flatMap((entry) => {
      const filter = filterOfEntry(entry);
      // Entries of a single cluster link to the cluster itself.
      if (filter === undefined || entry.clusters.length < 2) return [];
      const asked = parseFleetQuery(new URLSearchParams(narrowedFilter(query, filter)));
      return [{ what: `${day} ${entryChipLabel(entry)} ${entry.title}`, number: entry.clusters.length, asked }];
    }),
  );
}

/** Counts of rotations on the overview and on their page, with the number of rows on the page behind each. */
export function pageBehindRotations({ all, rows, query, now }: RotationsScreen) {
  const lines = unorderedClusterRotationsOf(rows, now);
  return rotationStates.map((state) => {
    const asked = queryOfRotations(query, state);
    const there = clusterRotationsOf(filterFleet(all, asked, fleetContext(now)), now);
    return {
      what: state,
      number: countRotations(lines, state, now),
      rows: selectClusterRotations(there, asked, now).length,
    };
  });
}

/** Ends named in the weeks of the strip, with the events on the same days of the calendar that they open. */
export function calendarBehindStrip({ rows, query, now, profiles, select }: StripScreen) {
  const input = { profiles, unused: false, now, range: yearFrom(now) };
  const ends = calendarEvents({ ...input, rows, layers: endLayers });
  return almanacOf(rows, { now, ends }).weeks.flatMap(({ fromAt, ends: named = [] }) => {
    const [first] = named;
    if (first === undefined) return [];
    const opened = parseCalendarQuery(new URL(calendarBehind(query, first), "http://almanac").searchParams);
    const events = calendarEvents({ ...input, rows: select(opened.fleet), layers: opened.layers });
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
  /** Clusters that another query selects. */
  readonly select: (query: FleetQuery) => readonly FleetRow[];
}

const nobody: ReadonlySet<string> = new Set();

/** Numbers on the overview and the forecast, with the queries of their links. */
export function listBehindAll({ rows, query, now, own = nobody }: Screen): readonly ShownNumber[] {
  const { overdue, weeks } = almanacOf(rows, { now, ends: undefined });
  const { bars, calm, without } = riskHistogram(rows, now);
  const minor = minorWithin30(rows, now);
  const soon = queryOfMinorSoon(query, now);
  const stuck = stuckCounts(rows, now);
  const number = (what: string, count: number, asked: FleetQuery) => ({ what, number: count, asked });
  return [
    number("overdue", overdue, queryOfBar(query, { time: "overdue" })),
    number("within 30 days", soonTotal(bars), queryOfSoon(query, now)),
    ...keyNumbers(rows, { query, weeks: { overdue, weeks } }).flatMap((key) =>
      [key, ...key.parts].map((part) => number(`key number ${part.id}`, part.count, part.query)),
    ),
    ...weeks.flatMap(({ time, forced, stuck }) => [
      number(`week ${time} forced`, forced, queryOfBar(query, { kinds: forcedStepKinds, time })),
      number(`week ${time} stuck`, stuck, queryOfBar(query, { kinds: deadEndKinds, time })),
    ]),
    ...attentionGroups(rows, { now, own }).flatMap((group) => [
      number(`cause ${group.key}`, group.rows.length, queryOfGroup(query, group)),
      number(`cause ${group.key} in production`, group.production, queryOfGroup(query, group, true)),
    ]),
    ...Object.keys(healthLabels).map((health) =>
      number(health, rows.filter((row) => row.health === health).length, withFilter(query, "status", [health])),
    ),
    ...minorsInUse(rows).map((used) => number(`minor ${used.minor}`, used.clusters, queryOfMinor(query, used))),
    ...bars.flatMap(({ bucket, time, counts, total }) => [
      number(`bar ${bucket}`, total, queryOfBar(query, { time })),
      ...forcedKinds.map((kind) => number(`bar ${bucket} ${kind}`, counts[kind], queryOfBar(query, { kind, time }))),
    ]),
    number("calm", calm, queryOfBar(query, { time: "none" })),
    number(
      "without a forecast",
      [...without.values()].reduce((sum, count) => sum + count, 0),
      queryOfBar(query, { time: "unknown" }),
    ),
    number("minor soon", minor.all, soon),
    number("minor soon in production", minor.production, withFilter(soon, "purpose", ["production"])),
    ...heatDimensions.flatMap((dimension) => {
      const map = heatMap(rows, dimension, { now });
      return [...map.rows, map.totals].flatMap(({ name, counts, total }) => {
        const within = name === map.totals.name ? query : withFilter(query, dimension, [name]);
        return [
          ...map.columns.map(({ time }, index) =>
            number(`week ${name} ${time}`, counts[index] ?? 0, withFilter(within, "forceIn", [time])),
          ),
          number(`weeks ${name}`, total, withFilter(within, "forceIn", [timeOfAll(map)])),
        ];
      });
    }),
    ...stuckBoard(rows, now).map(({ key, clusters }) => number(key, clusters, withFilter(query, "deadend", [key]))),
    number("stuck", stuck.stuck, withFilter(query, "deadend", ["stuck"])),
    number("open", stuck.open, withFilter(query, "deadend", ["open", "-stuck"])),
  ];
}
