import type { FleetRow } from "#lib/contract/fleet.ts";
import type { HeatMapDimension } from "#lib/fleet/fleet-query.ts";
import { type ForcedEvent, forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { weekIndexOf, weeksFrom } from "#lib/forecast/weeks.ts";
import { text } from "#lib/language/text.ts";
import { compareNatural } from "#lib/strings/natural-key.ts";

export interface HeatColumn {
  /** Time range of the column, in the syntax of the filter `forceIn`. */
  readonly time: string;
  /** Beginning of the week, in epoch milliseconds; undefined for overdue changes. */
  readonly fromAt?: number;
}

export interface HeatRow {
  readonly name: string;
  /** Number of clusters by the week of their first forced change. */
  readonly counts: readonly number[];
  /** Clusters of the row with a forced change in any column. */
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
  return [{ time: "overdue" }, ...weeksFrom(now, weeks)];
}

/** Range of all columns, in the syntax of the filter `forceIn`: overdue changes and half a year. */
export function timeRangeOfHeatMap({ columns }: Pick<HeatMap, "columns">): string {
  const [, last = ""] = columns.at(-1)?.time.split("..") ?? [];
  return `..${last}`;
}

/** Returns the index of an event's column; undefined for events after the last week. */
function columnOf({ at, overdue }: ForcedEvent, now: number): number | undefined {
  if (overdue) return 0;
  const week = weekIndexOf(at, now);
  return week < weeks ? week + 1 : undefined;
}

class Tally {
  readonly counts: number[] = Array.from({ length: weeks + 1 }, () => 0);
  total = 0;

  add(column: number): void {
    this.total += 1;
    this.counts[column] = (this.counts[column] ?? 0) + 1;
  }
}

interface HeatContext {
  readonly now: number;
  /** Returns the events of a row to count; by default all forced events. */
  readonly eventsOf?: (row: FleetRow, context: { readonly now: number }) => readonly ForcedEvent[];
}

/**
 * Counts the clusters that are forced to change or get stuck per week, with rows for projects or profiles. A cluster
 * counts once, in the week of its first change.
 */
export function createHeatMap(
  rows: readonly FleetRow[],
  dimension: HeatMapDimension,
  { now, eventsOf = forcedEventsOf }: HeatContext,
): HeatMap {
  const tallies = new Map<string, Tally>();
  const all = new Tally();
  for (const row of rows) {
    const [first] = eventsOf(row, { now });
    const column = first && columnOf(first, now);
    if (column === undefined) continue;
    const name = dimension === "project" ? row.project : (row.profile?.name ?? "none");
    const tally = tallies.get(name) ?? new Tally();
    tallies.set(name, tally);
    tally.add(column);
    all.add(column);
  }
  const made = [...tallies].map(([name, { counts, total }]) => ({ name, counts, total }));
  return {
    columns: heatColumns(now),
    rows: made.sort((a, b) => b.total - a.total || compareNatural(a.name, b.name)),
    totals: { name: text("All"), counts: all.counts, total: all.total },
    greatest: Math.max(0, ...made.flatMap(({ counts }) => counts)),
  };
}

/** Colour level from 1 to 7; 0 for an empty cell. */
export function heatLevel(count: number, greatest: number): number {
  return count <= 0 || greatest <= 0 ? 0 : Math.max(1, Math.ceil((count / greatest) * 7));
}

export type HeatSort = "name" | "total" | number;

/** Sorts the rows of the heat map by name, total or week: largest first, except for names. */
export function sortHeatRows(rows: readonly HeatRow[], by: HeatSort): readonly HeatRow[] {
  const weight = (row: HeatRow) => (by === "total" ? row.total : typeof by === "number" ? (row.counts[by] ?? 0) : 0);
  return [...rows].sort((a, b) => weight(b) - weight(a) || compareNatural(a.name, b.name));
}
