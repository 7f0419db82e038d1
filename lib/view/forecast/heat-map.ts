import type { HeatDimension } from "#lib/fleet/fleet-query.ts";
import { type ForcedEvent, forcedEvents } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { daysUntil } from "#lib/policy/horizon/dead-end-horizon.ts";
import { compareNatural } from "#lib/text/natural-key.ts";
import type { FleetRow } from "../../contract/fleet.ts";

export interface HeatColumn {
  /** As the filter `forceIn` has it. */
  readonly time: string;
  /** Begin of the week, in epoch milliseconds; undefined for what is overdue. */
  readonly fromAt?: number;
}

export interface HeatRow {
  readonly name: string;
  /** Clusters with a forced change in each week. */
  readonly counts: readonly number[];
  /** Clusters of the row upon which something is forced in any of them. */
  readonly total: number;
}

export interface HeatMap {
  readonly columns: readonly HeatColumn[];
  readonly rows: readonly HeatRow[];
  readonly totals: HeatRow;
  readonly greatest: number;
}

const weeks = 26;

function heatColumns(now: number): readonly HeatColumn[] {
  const ahead = Array.from({ length: weeks }, (_, week) => ({
    time: `${week === 0 ? 0 : week * 7 + 1}d..${week * 7 + 7}d`,
    fromAt: now + week * 7 * dayMs,
  }));
  return [{ time: "overdue" }, ...ahead];
}

/** The column of an event; beyond the last week there is none. */
function columnOf(day: number): number | undefined {
  const week = Math.max(0, Math.ceil(day / 7) - 1);
  return week < weeks ? week + 1 : undefined;
}

class Tally {
  readonly counts: number[] = Array.from({ length: weeks + 1 }, () => 0);
  total = 0;

  add(columns: ReadonlySet<number>): void {
    if (columns.size > 0) this.total += 1;
    for (const column of columns) this.counts[column] = (this.counts[column] ?? 0) + 1;
  }
}

interface HeatContext {
  readonly now: number;
  /** Which of a row's events count; all of them when nothing is said. */
  readonly eventsOf?: (row: FleetRow, context: { readonly now: number }) => readonly ForcedEvent[];
}

/** How many clusters are forced to change, or get stuck, in each week: rows are projects or profiles. */
export function heatMap(
  rows: readonly FleetRow[],
  dimension: HeatDimension,
  { now, eventsOf = forcedEvents }: HeatContext,
): HeatMap {
  const tallies = new Map<string, Tally>();
  const all = new Tally();
  for (const row of rows) {
    const columns = new Set<number>();
    for (const { at, overdue } of eventsOf(row, { now })) {
      const column = overdue ? 0 : columnOf(daysUntil(at, now));
      if (column !== undefined) columns.add(column);
    }
    if (columns.size === 0) continue;
    const name = dimension === "project" ? row.project : (row.profile?.name ?? "none");
    const tally = tallies.get(name) ?? new Tally();
    tallies.set(name, tally);
    tally.add(columns);
    all.add(columns);
  }
  const made = [...tallies].map(([name, { counts, total }]) => ({ name, counts, total }));
  return {
    columns: heatColumns(now),
    rows: made.sort((a, b) => b.total - a.total || compareNatural(a.name, b.name)),
    totals: { name: "All", counts: all.counts, total: all.total },
    greatest: Math.max(0, ...made.flatMap(({ counts }) => counts)),
  };
}

/** Seven steps of one hue; 0 for an empty cell. */
export function heatLevel(count: number, greatest: number): number {
  return count <= 0 || greatest <= 0 ? 0 : Math.max(1, Math.ceil((count / greatest) * 7));
}

export type HeatSort = "name" | "total" | number;

/** By name, by total, or by a week: most first, except names. */
export function sortHeatRows(rows: readonly HeatRow[], by: HeatSort): readonly HeatRow[] {
  const weight = (row: HeatRow) => (by === "total" ? row.total : typeof by === "number" ? (row.counts[by] ?? 0) : 0);
  return [...rows].sort((a, b) => weight(b) - weight(a) || compareNatural(a.name, b.name));
}
