import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { DeadEnd, Rejection } from "#lib/policy/forecast/dead-end.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";

/** Difference of a row from the unchanged forecast. */
export type RowChange = "same" | "new" | "moved" | "gone";

interface RowBase {
  /** Unique among the rows of a forecast, and stable as long as the content is the same. */
  readonly key: string;
  /** Sort key in epoch milliseconds. */
  readonly at: number;
  readonly change: RowChange;
}

/** Row of the step table: a step, a dead end, or a period in which every run is refused. */
export type ForecastRow =
  | (RowBase & {
      readonly kind: "hop";
      readonly lane: VersionedComponent;
      readonly image?: string;
      readonly hop: ForecastStep;
      /** Step of the unchanged forecast, if a change moves it. */
      readonly before?: ForecastStep;
    })
  | (RowBase & {
      readonly kind: "dead-end";
      readonly lane: VersionedComponent;
      readonly image?: string;
      readonly deadEnd: DeadEnd;
      readonly before?: DeadEnd;
    })
  | (RowBase & { readonly kind: "rejection"; readonly rejection: Rejection; readonly before?: Rejection });

function componentRows(lane: ComponentForecast): readonly ForecastRow[] {
  const place = { lane: lane.id, ...(lane.image !== undefined && { image: lane.image }), change: "same" } as const;
  const id = formatVersionedComponent(lane.id);
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

/** A forecast may contain equal rows at different times: later ones get a number. */
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
 * Rows of the step table in time order. Pools that follow the control plane are named in its steps, so their own
 * components are only included on request.
 *
 * @param only key of the only component to include
 */
export function forecastRows({ lanes, rejections }: ForecastVariant, only?: string): readonly ForecastRow[] {
  const told = lanes.filter((lane) =>
    only === undefined ? !lane.followsControlPlane : formatVersionedComponent(lane.id) === only,
  );
  return inOrder(numbered([...told.flatMap(componentRows), ...rejections.map(rejectionRow)]));
}

/** Time of a row, at the precision at which readers would call it different. */
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

/** Rows of a changed forecast compared with the current one: new, moved, and gone rows. */
export function comparedRows(before: readonly ForecastRow[], after: readonly ForecastRow[]): readonly ForecastRow[] {
  const was = new Map(before.map((row) => [row.key, row]));
  const stays = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !stays.has(key)).map((row): ForecastRow => ({ ...row, change: "gone" }));
  return inOrder([...after.map((row) => compared(row, was.get(row.key))), ...gone]);
}
