import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ForcedEvent, forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { text } from "#lib/language/text.ts";

/** Row of the forecast table: a cluster with its first forced change. */
export interface ForecastTableRow {
  readonly row: FleetRow;
  /** First forced change of the cluster. */
  readonly first: ForcedEvent;
  /** Number of steps until the changing component reaches a stable version; undefined if it gets stuck at once. */
  readonly steps?: number;
  /** Maximum number of nodes replaced by the first forced changes of each kind; undefined if unknown. */
  readonly nodes?: number;
}

/** Returns table rows for the clusters with a forced change, in the order of the fleet's rows. */
export function forecastTableRowsOf(rows: readonly FleetRow[]): readonly ForecastTableRow[] {
  return rows.flatMap((row): readonly ForecastTableRow[] => {
    const [first] = forcedEventsOf(row);
    if (first === undefined || row.forecast === undefined) return [];
    const { stepsToStable } = row.forecast;
    const nodes = nodesOf(row);
    return [
      {
        row,
        first,
        ...(stepsToStable !== undefined && { steps: stepsToStable }),
        ...(nodes !== undefined && { nodes }),
      },
    ];
  });
}

function nodesOf({ forecast }: FleetRow): number | undefined {
  let most = 0;
  for (const { nodes } of forecast?.forced ?? []) {
    if (nodes === undefined) return undefined;
    most = Math.max(most, nodes);
  }
  return most;
}

/** Returns the label of a component: `control plane`, `Kubernetes of data`, `image of data`, `whole maintenance`. */
export function reportedComponentLabel(lane: string): string {
  if (lane === "controlPlane") return text("control plane");
  if (lane === "run") return text("whole maintenance");
  const [, pool, part] = /^pool\/(.*)\/(kubernetes|image)$/.exec(lane) ?? [];
  if (pool === undefined) return lane;
  return part === "image" ? text("image of {pool}", { pool }) : text("Kubernetes of {pool}", { pool });
}
