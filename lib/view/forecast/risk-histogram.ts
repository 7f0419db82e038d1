import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import {
  type ForcedTimeBucket,
  forcedTimeBucketOf,
  forcedTimeBuckets,
  forcedTimeRangeLabel,
  toAbsoluteTimeRange,
} from "#lib/forecast/force-range.ts";
import { deadEndKinds, type ForcedEventKind, forcedEventsOf, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { deadEndCauseLabels } from "#lib/words/dead-end-labels.ts";

export const forcedEventKinds: readonly ForcedEventKind[] = [...forcedStepKinds, ...deadEndKinds];

const kindLabels = {
  patch: message("Kubernetes patch"),
  image: message("Machine image"),
  minor: message("Kubernetes minor"),
  ...deadEndCauseLabels,
} as const satisfies Readonly<Record<ForcedEventKind, Message | string>>;

/** Returns the label of a kind of forced change. */
export function forcedEventKindLabel(kind: ForcedEventKind): string {
  return text(kindLabels[kind]);
}

export interface RiskBar {
  readonly bucket: ForcedTimeBucket;
  /** Label of the bar's time range: `8–30 days`. */
  readonly label: string;
  /** Time range of the bar as dates in the syntax of filter `forceIn`, so that a link keeps its meaning tomorrow. */
  readonly time: string;
  /** Number of clusters by the kind of their first forced change within the bar's time range. */
  readonly counts: Readonly<Record<ForcedEventKind, number>>;
  readonly total: number;
}

export interface RiskHistogram {
  readonly bars: readonly RiskBar[];
  /** Number of clusters without a forced change within the forecast period. */
  readonly calm: number;
  /** Number of clusters without a forecast by reason, including clusters being deleted. */
  readonly without: ReadonlyMap<string, number>;
  readonly clusters: number;
}

/** Returns a count of zero for every kind of forced change. */
export function zeroCountsPerKind(): Record<ForcedEventKind, number> {
  return { patch: 0, image: 0, minor: 0, blocked: 0, gap: 0, "no-later-version": 0 };
}

/** Counts clusters by time and kind of their first forced change. Each counts once, so bars add up to the fleet. */
export function createRiskHistogram(rows: readonly FleetRow[], now: number): RiskHistogram {
  const counts = new Map(forcedTimeBuckets.map((bucket) => [bucket, zeroCountsPerKind()]));
  const without = new Map<string, number>();
  let calm = 0;
  for (const row of rows) {
    const reason = row.forecast === undefined ? "no-forecast" : row.forecast.without;
    if (reason !== undefined) without.set(reason, (without.get(reason) ?? 0) + 1);
    const events = forcedEventsOf(row);
    if (events.length === 0 && reason === undefined) calm += 1;
    const [first] = events;
    const held = first && counts.get(forcedTimeBucketOf(first, now));
    if (first !== undefined && held !== undefined) held[first.kind] += 1;
  }
  const bars = [...counts].map(([bucket, held]) => ({
    bucket,
    label: text(bucketLabels[bucket]),
    time: toAbsoluteTimeRange(bucket, now),
    counts: held,
    total: forcedEventKinds.reduce((sum, kind) => sum + held[kind], 0),
  }));
  return { bars, calm, without, clusters: rows.length };
}

const bucketLabels: Readonly<Record<ForcedTimeBucket, Message>> = {
  overdue: message("Overdue"),
  "0d..7d": message("≤ 7 days"),
  "8d..30d": message("8–30 days"),
  "31d..90d": message("31–90 days"),
  "91d..180d": message("91–180 days"),
  "181d..": message("> 180 days"),
};

export interface RiskBarChoice {
  readonly kind?: ForcedEventKind;
  /** Several kinds of forced changes at once. */
  readonly kinds?: readonly ForcedEventKind[];
  /** Time range in the syntax of the filter `forceIn`. */
  readonly time: string;
}

/** Filters that the histogram and the list of dead ends set themselves, so that their own counts ignore them. */
const ownFilters = ["forceIn", "hop", "first", "to", "deadend"];

export function hasForcedChangeFilter({ filters }: FleetQuery): boolean {
  return ownFilters.some((key) => filters.has(key));
}

/** Returns the query without the filters for times and kinds of forced changes and for dead ends. */
export function withoutForcedChangeFilters(query: FleetQuery): FleetQuery {
  return ownFilters.reduce((rest, key) => withFilter(rest, key, []), query);
}

/** Query for exactly the clusters of a bar, with all other filters kept. */
export function queryOfRiskBar(query: FleetQuery, { kind, kinds, time }: RiskBarChoice): FleetQuery {
  const timed = withFilter(withoutForcedChangeFilters(query), "forceIn", [time]);
  return withFilter(timed, "first", kinds ?? (kind === undefined ? [] : [kind]));
}

export function clusterListPathOfRiskBar(query: FleetQuery, choice: RiskBarChoice): string {
  return `/clusters${formatFleetQuery(queryOfRiskBar(query, choice))}`;
}

export function riskBarLabel({ kind, time }: RiskBarChoice, count: number): string {
  const clusters = text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: count });
  return `${kind === undefined ? text("Anything forced") : forcedEventKindLabel(kind)}, ${forcedTimeRangeLabel(time)}: ${clusters}`;
}

const soonBuckets: readonly ForcedTimeBucket[] = ["overdue", "0d..7d", "8d..30d"];

/** Clusters whose first forced change or dead end is overdue or within 30 days. */
export function countForcedSoon(bars: readonly RiskBar[]): number {
  return bars.reduce((sum, { bucket, total }) => sum + (soonBuckets.includes(bucket) ? total : 0), 0);
}

/** Returns the query for clusters whose first forced change or dead end is overdue or within 30 days. */
export function queryOfForcedSoon(query: FleetQuery, now: number): FleetQuery {
  return queryOfRiskBar(query, { time: toAbsoluteTimeRange("..30d", now) });
}

/** Query for clusters that are forced to a new minor within 30 days. */
export function queryOfForcedMinorSoon(query: FleetQuery, now: number): FleetQuery {
  return withFilter(queryOfRiskBar(query, { time: toAbsoluteTimeRange("..30d", now) }), "hop", ["minor"]);
}

/** Number of clusters forced to a new minor within 30 days, in total and in production. */
export function countForcedMinorSoon(
  rows: readonly FleetRow[],
  now: number,
): { readonly all: number; readonly production: number } {
  const forced = rows.filter((row) =>
    forcedEventsOf(row).some(({ kind, at, overdue }) => kind === "minor" && (overdue || daysUntil(at, now) <= 30)),
  );
  return { all: forced.length, production: forced.filter(({ purpose }) => purpose === "production").length };
}
