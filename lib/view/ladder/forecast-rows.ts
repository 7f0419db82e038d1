import { laneKey } from "#lib/forecast/lane-key.ts";
import type { DeadEnd, Rejection } from "#lib/policy/forecast/dead-end.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import type { Hop, Lane } from "#lib/policy/forecast/lane.ts";
import type { LaneId } from "#lib/policy/forecast/lane-id.ts";

/** How a row differs from the forecast as things stand. */
export type RowChange = "same" | "new" | "moved" | "gone";

interface RowBase {
  /** Unique among the rows of a forecast, and stable while it tells the same. */
  readonly key: string;
  /** Epoch milliseconds: rows stand in this order. */
  readonly at: number;
  readonly change: RowChange;
}

/** One line of the hop table: a step, a dead end, or a time in which every run is refused. */
export type ForecastRow =
  | (RowBase & {
      readonly kind: "hop";
      readonly lane: LaneId;
      readonly image?: string;
      readonly hop: Hop;
      /** When it would come as things stand, where a change moves it. */
      readonly before?: Hop;
    })
  | (RowBase & {
      readonly kind: "dead-end";
      readonly lane: LaneId;
      readonly image?: string;
      readonly deadEnd: DeadEnd;
      readonly before?: DeadEnd;
    })
  | (RowBase & { readonly kind: "rejection"; readonly rejection: Rejection; readonly before?: Rejection });

function laneRows(lane: Lane): readonly ForecastRow[] {
  const place = { lane: lane.id, ...(lane.image !== undefined && { image: lane.image }), change: "same" } as const;
  const id = laneKey(lane.id);
  return [
    ...lane.hops.map((hop): ForecastRow => {
      const key = `${id} ${hop.from} ${hop.to} ${hop.path}`;
      return { kind: "hop", key, at: hop.earliestAt, hop, ...place };
    }),
    ...lane.deadEnds.map((deadEnd): ForecastRow => {
      const key = `${id} ${deadEnd.code} ${deadEnd.version}`;
      return { kind: "dead-end", key, at: deadEnd.fromAt, deadEnd, ...place };
    }),
  ];
}

function rejectionRow(rejection: Rejection): ForecastRow {
  const key = `refused ${JSON.stringify(rejection.violations)}`;
  return { kind: "rejection", key, at: rejection.fromAt, change: "same", rejection };
}

/** A forecast may tell the same thing twice, at two times: the later ones are numbered. */
function numbered(rows: readonly ForecastRow[]): readonly ForecastRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const count = (seen.get(row.key) ?? 0) + 1;
    seen.set(row.key, count);
    return count === 1 ? row : { ...row, key: `${row.key} ${count}` };
  });
}

function inOrder(rows: readonly ForecastRow[]): readonly ForecastRow[] {
  return [...rows].sort((a, b) => a.at - b.at);
}

/**
 * The rows of the hop table in time order. Pools that follow the control plane take its steps, which name them: their own
 * lanes are told only when asked for.
 *
 * @param only the key of the one lane that is asked for
 */
export function forecastRows({ lanes, rejections }: Outlook, only?: string): readonly ForecastRow[] {
  const told = lanes.filter((lane) => (only === undefined ? !lane.followsControlPlane : laneKey(lane.id) === only));
  return inOrder(numbered([...told.flatMap(laneRows), ...rejections.map(rejectionRow)]));
}

/** When a row happens, as far as a reader would call it another time. */
function timeOf(row: ForecastRow): string {
  switch (row.kind) {
    case "hop":
      return `${row.hop.latestAt ?? row.hop.earliestAt}`;
    case "dead-end":
      return `${row.deadEnd.byAt ?? row.deadEnd.fromAt} ${row.deadEnd.untilAt ?? ""}`;
    case "rejection":
      return `${row.rejection.byAt ?? row.rejection.fromAt} ${row.rejection.untilAt ?? ""}`;
  }
}

function compared(row: ForecastRow, was: ForecastRow | undefined): ForecastRow {
  if (was === undefined) return { ...row, change: "new" };
  if (timeOf(row) === timeOf(was)) return row;
  if (row.kind === "hop" && was.kind === "hop") return { ...row, change: "moved", before: was.hop };
  if (row.kind === "dead-end" && was.kind === "dead-end") return { ...row, change: "moved", before: was.deadEnd };
  if (row.kind === "rejection" && was.kind === "rejection") return { ...row, change: "moved", before: was.rejection };
  return { ...row, change: "new" };
}

/** The rows of a changed world beside those of the present one: what is new, comes at another time, or falls away. */
export function comparedRows(before: readonly ForecastRow[], after: readonly ForecastRow[]): readonly ForecastRow[] {
  const was = new Map(before.map((row) => [row.key, row]));
  const stays = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !stays.has(key)).map((row): ForecastRow => ({ ...row, change: "gone" }));
  return inOrder([...after.map((row) => compared(row, was.get(row.key))), ...gone]);
}
