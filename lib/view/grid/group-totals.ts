import type { FleetRow } from "#lib/contract/fleet.ts";
import { isInForcedTimeRange } from "#lib/forecast/force-range.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { dayNumber, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";

/** Totals of a group. Each number equals the number of rows that the given filter selects. */
export interface GroupTotals {
  readonly clusters: number;
  /** Number of rows with `status=unhealthy`. */
  readonly unhealthy: number;
  /** Number of rows with `status=unknown`. */
  readonly unknown: number;
  /** Number of rows with `forceIn=..30d`. */
  readonly forcedSoon: number;
  /** Number of rows with `deadend=stuck`. */
  readonly stuck: number;
}

const soon = { kind: "days", to: 30 } as const;
const [isForcedSoon, isStuck] = [1, 2];

/** Whether a row is forced to change soon or stuck on a day, cached because each fleet change recomputes totals. */
const statusOn = memoizeLast((day: number) =>
  memoizePerObject((row: FleetRow): number => {
    const now = day * dayMs;
    const [first] = forcedEventsOf(row);
    if (first === undefined) return 0;
    const stuck = row.forecast?.deadEnds.some((deadEnd) => urgencyOf(deadEnd, now) !== "open") === true;
    return (isInForcedTimeRange(first, soon, now) ? isForcedSoon : 0) + (stuck ? isStuck : 0);
  }),
);

export function groupTotalsOf(rows: readonly FleetRow[], now: number): GroupTotals {
  const standingOf = statusOn(dayNumber(now));
  const totals = { clusters: rows.length, unhealthy: 0, unknown: 0, forcedSoon: 0, stuck: 0 };
  for (const row of rows) {
    if (row.health === "unhealthy") totals.unhealthy += 1;
    else if (row.health === "unknown") totals.unknown += 1;
    const standing = standingOf(row);
    if (standing % isStuck === isForcedSoon) totals.forcedSoon += 1;
    if (standing >= isStuck) totals.stuck += 1;
  }
  return totals;
}
