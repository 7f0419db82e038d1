import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ForcedEvent, forcedEvents } from "#lib/forecast/forced-events.ts";
import { text } from "#lib/language/text.ts";

/** One cluster in the table of the forecast. */
export interface ForecastLine {
  readonly row: FleetRow;
  /** What is forced upon it first. */
  readonly first: ForcedEvent;
  /** Steps until its lane stands on a version that holds; undefined for one that is stuck at once. */
  readonly steps?: number;
  /** At most so many nodes are replaced by the first forced change of each kind; undefined when nobody can say. */
  readonly nodes?: number;
}

/** The clusters upon which something is forced, in the order of the rows. */
export function forecastLines(rows: readonly FleetRow[]): readonly ForecastLine[] {
  return rows.flatMap((row): readonly ForecastLine[] => {
    const [first] = forcedEvents(row);
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

/** `control plane`, `Kubernetes of data`, `image of data`, `whole maintenance`. */
export function laneWords(lane: string): string {
  if (lane === "controlPlane") return text("control plane");
  if (lane === "run") return text("whole maintenance");
  const [, pool, part] = /^pool\/(.*)\/(kubernetes|image)$/.exec(lane) ?? [];
  if (pool === undefined) return lane;
  return part === "image" ? text("image of {pool}", { pool }) : text("Kubernetes of {pool}", { pool });
}
