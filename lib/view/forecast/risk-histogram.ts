import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { bucketOf, datedRange, type ForceBucket, forceBuckets, forceRangeLabel } from "#lib/forecast/force-range.ts";
import { deadEndKinds, type ForcedKind, forcedEvents, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { deadEndCauseLabels } from "#lib/words/dead-end-labels.ts";

export const forcedKinds: readonly ForcedKind[] = [...forcedStepKinds, ...deadEndKinds];

const kindLabels = {
  patch: message("Kubernetes patch"),
  image: message("Machine image"),
  minor: message("Kubernetes minor"),
  ...deadEndCauseLabels,
} as const satisfies Readonly<Record<ForcedKind, Message | string>>;

/** Name of a kind of forced change. */
export function forcedKindLabel(kind: ForcedKind): string {
  return text(kindLabels[kind]);
}

export interface RiskBar {
  readonly bucket: ForceBucket;
  /** Days ahead: `8–30 days`. */
  readonly label: string;
  /** Range of dates in the syntax of the filter `forceIn`, so that a link keeps its meaning tomorrow. */
  readonly time: string;
  /** Clusters by the kind of their first forced change within this range. */
  readonly counts: Readonly<Record<ForcedKind, number>>;
  readonly total: number;
}

export interface RiskHistogram {
  readonly bars: readonly RiskBar[];
  /** Clusters without a forced change within the horizon. */
  readonly calm: number;
  /** Clusters without a forecast, including those in deletion, by reason. */
  readonly without: ReadonlyMap<string, number>;
  readonly clusters: number;
}

/** Zero for every kind, to count with. */
export function noCounts(): Record<ForcedKind, number> {
  return { patch: 0, image: 0, minor: 0, blocked: 0, gap: 0, "no-later-version": 0 };
}

/** Histogram of forced changes. Each cluster counts once, at its first one, so that bars add up to the fleet. */
export function riskHistogram(rows: readonly FleetRow[], now: number): RiskHistogram {
  const counts = new Map(forceBuckets.map((bucket) => [bucket, noCounts()]));
  const without = new Map<string, number>();
  let calm = 0;
  for (const row of rows) {
    const reason = row.forecast === undefined ? "no-forecast" : row.forecast.without;
    if (reason !== undefined) without.set(reason, (without.get(reason) ?? 0) + 1);
    const events = forcedEvents(row);
    if (events.length === 0 && reason === undefined) calm += 1;
    const [first] = events;
    const held = first && counts.get(bucketOf(first, now));
    if (first !== undefined && held !== undefined) held[first.kind] += 1;
  }
  const bars = [...counts].map(([bucket, held]) => ({
    bucket,
    label: text(bucketLabels[bucket]),
    time: datedRange(bucket, now),
    counts: held,
    total: forcedKinds.reduce((sum, kind) => sum + held[kind], 0),
  }));
  return { bars, calm, without, clusters: rows.length };
}

const bucketLabels: Readonly<Record<ForceBucket, Message>> = {
  overdue: message("Overdue"),
  "0d..7d": message("≤ 7 days"),
  "8d..30d": message("8–30 days"),
  "31d..90d": message("31–90 days"),
  "91d..180d": message("91–180 days"),
  "181d..": message("> 180 days"),
};

export interface BarChoice {
  readonly kind?: ForcedKind;
  /** Several kinds at once. */
  readonly kinds?: readonly ForcedKind[];
  /** In the syntax of the filter `forceIn`. */
  readonly time: string;
}

/** Filters set by the histogram and the stuck board themselves, which their counts ignore. */
const ownFilters = ["forceIn", "hop", "first", "to", "deadend"];

export function hasForcedChangeFilter({ filters }: FleetQuery): boolean {
  return ownFilters.some((key) => filters.has(key));
}

/** Query without filters for times, kinds and dead ends. */
export function withoutForced(query: FleetQuery): FleetQuery {
  return ownFilters.reduce((rest, key) => withFilter(rest, key, []), query);
}

/** Query for exactly the clusters of a bar, with all other filters kept. */
export function queryOfBar(query: FleetQuery, { kind, kinds, time }: BarChoice): FleetQuery {
  const timed = withFilter(withoutForced(query), "forceIn", [time]);
  return withFilter(timed, "first", kinds ?? (kind === undefined ? [] : [kind]));
}

export function listBehind(query: FleetQuery, choice: BarChoice): string {
  return `/clusters${formatFleetQuery(queryOfBar(query, choice))}`;
}

export function riskBarLabel({ kind, time }: BarChoice, count: number): string {
  const clusters = text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: count });
  return `${kind === undefined ? text("Anything forced") : forcedKindLabel(kind)}, ${forceRangeLabel(time)}: ${clusters}`;
}

const soonBuckets: readonly ForceBucket[] = ["overdue", "0d..7d", "8d..30d"];

/** Clusters whose first forced change or dead end is overdue or within 30 days. */
export function soonTotal(bars: readonly RiskBar[]): number {
  return bars.reduce((sum, { bucket, total }) => sum + (soonBuckets.includes(bucket) ? total : 0), 0);
}

/** Query for these clusters. */
export function queryOfSoon(query: FleetQuery, now: number): FleetQuery {
  return queryOfBar(query, { time: datedRange("..30d", now) });
}

/** Query for clusters that are forced to a new minor within 30 days. */
export function queryOfMinorSoon(query: FleetQuery, now: number): FleetQuery {
  return withFilter(queryOfBar(query, { time: datedRange("..30d", now) }), "hop", ["minor"]);
}

/** Number of clusters forced to a new minor within 30 days, in total and in production. */
export function minorWithin30(
  rows: readonly FleetRow[],
  now: number,
): { readonly all: number; readonly production: number } {
  const forced = rows.filter((row) =>
    forcedEvents(row).some(({ kind, at, overdue }) => kind === "minor" && (overdue || daysUntil(at, now) <= 30)),
  );
  return { all: forced.length, production: forced.filter(({ purpose }) => purpose === "production").length };
}
