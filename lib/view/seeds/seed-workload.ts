import type { FleetRow } from "#lib/contract/fleet.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { rowReconcileBlockers } from "#lib/policy/next/row-state.ts";

/** What the clusters of one Seed run and wait for, of those that the user sees. */
export interface SeedWorkload {
  /** Kubernetes versions in use, the oldest first, with the number of clusters that have it, in pools too. */
  readonly versions: readonly { readonly version: string; readonly clusters: number }[];
  /** Clusters whose next forced change or dead end is earliest, from the forecast of each; at most five. */
  readonly forced: readonly FleetRow[];
  /** Number of clusters with a forced change or dead end. */
  readonly forcedCount: number;
  /** Clusters on which Gardener works now. */
  readonly running: readonly FleetRow[];
}

const shownForced = 5;
const natural = new Intl.Collator("en", { numeric: true });

/** Filters of the cluster list that select exactly the clusters on which Gardener works now. */
export const runningFilters = { op: "Processing", state: rowReconcileBlockers.map((id) => `-${id}`).join(",") };

/** Filters of the cluster list that select exactly the clusters with a forced change or dead end, the earliest first. */
export const forcedFilters = { forceIn: "-none,-unknown", sort: "forceAt" };

/** Adds up the clusters of one Seed. */
export function seedWorkloadOf(rows: readonly FleetRow[]): SeedWorkload {
  const counts = new Map<string, number>();
  for (const { kubernetes, pinnedPools } of rows)
    for (const version of new Set([kubernetes.version, ...pinnedPools.map((pool) => pool.version)]))
      counts.set(version, (counts.get(version) ?? 0) + 1);
  const forced = rows
    .flatMap((row) => {
      const [first] = forcedEventsOf(row);
      return first === undefined ? [] : [{ row, first }];
    })
    .sort((a, b) => Number(b.first.overdue) - Number(a.first.overdue) || a.first.at - b.first.at);
  return {
    versions: [...counts]
      .map(([version, clusters]) => ({ version, clusters }))
      .sort((a, b) => natural.compare(a.version, b.version)),
    forced: forced.slice(0, shownForced).map(({ row }) => row),
    forcedCount: forced.length,
    running: rows.filter((row) => operationStateOfRow(row) === "running"),
  };
}
