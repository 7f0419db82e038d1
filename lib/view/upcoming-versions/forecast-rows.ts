import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { DeadEnd, RejectedRunPeriod } from "#lib/policy/forecast/dead-end.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";

/** Difference of a row in a simulated forecast from the current forecast. */
export type ForecastRowChange = "same" | "new" | "moved" | "gone";

interface RowBase {
  /** Unique among the rows of a forecast, and stable as long as the content is the same. */
  readonly key: string;
  /** Time by which the row is sorted, in epoch milliseconds. */
  readonly at: number;
  readonly change: ForecastRowChange;
}

/** Row of the table of steps: a step, a dead end, or a period in which every maintenance run is refused. */
export type ForecastRow =
  | (RowBase & {
      readonly kind: "hop";
      readonly lane: VersionedComponent;
      readonly image?: string;
      readonly hop: ForecastStep;
      /** Step of the current forecast, if the simulated change moves it. */
      readonly before?: ForecastStep;
    })
  | (RowBase & {
      readonly kind: "dead-end";
      readonly lane: VersionedComponent;
      readonly image?: string;
      readonly deadEnd: DeadEnd;
      readonly before?: DeadEnd;
    })
  | (RowBase & {
      readonly kind: "rejection";
      readonly rejection: RejectedRunPeriod;
      readonly before?: RejectedRunPeriod;
    });

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

function rejectionRow(rejection: RejectedRunPeriod): ForecastRow {
  const key = `refused ${JSON.stringify(rejection.violations)}`;
  return { kind: "rejection", key, at: rejection.fromAt, change: "same", rejection };
}

/** Adds a number to the keys of equal rows at different times, which a forecast may contain. */
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
 * Returns the rows of the table of steps in time order. Pools that follow the control plane are named in its steps, so
 * their own components are only included on request.
 *
 * @param only key of the only component to include
 */
export function forecastRows({ lanes, rejections }: ForecastVariant, only?: string): readonly ForecastRow[] {
  const told = lanes.filter((lane) =>
    only === undefined ? !lane.followsControlPlane : formatVersionedComponent(lane.id) === only,
  );
  return inOrder(numbered([...told.flatMap(componentRows), ...rejections.map(rejectionRow)]));
}

/** Returns the time of a row as text, at the precision at which times are shown. */
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

/** Compares the rows of a simulated forecast with those of the current one: new, moved, and removed rows. */
export function compareForecastRows(
  before: readonly ForecastRow[],
  after: readonly ForecastRow[],
): readonly ForecastRow[] {
  const was = new Map(before.map((row) => [row.key, row]));
  const stays = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !stays.has(key)).map((row): ForecastRow => ({ ...row, change: "gone" }));
  return inOrder([...after.map((row) => compared(row, was.get(row.key))), ...gone]);
}
