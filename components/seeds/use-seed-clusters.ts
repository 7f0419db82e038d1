import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { createSeedClusterCollector, type SeedClusters } from "#lib/view/seeds/seed-clusters.ts";

const noRows: readonly FleetRow[] = [];
const noClusters: SeedClusters = {
  clusters: 0,
  byHealth: new Map(),
  byRollOut: new Map(),
  finishedAt: [],
  untimed: 0,
  causes: new Map(),
};

/** What the clusters add up to, of those that the user sees. */
export interface ClustersOfSeeds {
  /** Sums of a Seed's clusters; undefined while not all clusters are read. */
  readonly of: (seed: string) => SeedClusters | undefined;
  /** Whether the user sees all clusters of the garden; undefined while that is not known. */
  readonly coversAll: boolean | undefined;
  /** Whether the clusters could not be read. */
  readonly isFailed: boolean;
}

/** Returns the sums of each Seed's clusters, made in time slices from the rows that the page has loaded already. */
export function useSeedClusters(seeds: readonly ListedSeed[]): ClustersOfSeeds {
  const fleet = useQuery(fleetQuery);
  const rows = useThrottledFleetRows(fleet.data?.rows);
  const isRead = fleet.data !== undefined && areRowsComplete(fleet.data.freshness);
  // A text, so that a poll that brings the same releases does not start again.
  const releases = seeds.map(({ name, gardener = "" }) => `${name} ${gardener}`).join("\n");
  const sums = useCollectedRows(
    isRead ? (rows ?? noRows) : noRows,
    useCallback(() => createSeedClusterCollector(parseReleases(releases)), [releases]),
  );
  return useMemo(
    () => ({
      of: (seed) => (isRead && sums !== undefined ? (sums.get(seed) ?? noClusters) : undefined),
      coversAll: fleet.data?.scope.all,
      isFailed: fleet.isError && rows === undefined,
    }),
    [isRead, sums, fleet.data?.scope.all, fleet.isError, rows],
  );
}

function parseReleases(releases: string): ReadonlyMap<string, Pick<ListedSeed, "gardener">> {
  return new Map(
    releases.split("\n").map((line) => {
      const [name = "", gardener = ""] = line.split(" ");
      return [name, gardener === "" ? {} : { gardener }] as const;
    }),
  );
}
