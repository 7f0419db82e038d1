import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import type { ClusterHealth } from "#lib/fleet/fields/health.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { didRollOutFail, type RollOutState, rollOutStateOf } from "#lib/policy/next/roll-out.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";

/** What the clusters of a Seed add up to, of those that the user sees. */
export interface SeedClusters {
  readonly clusters: number;
  readonly byHealth: ReadonlyMap<ClusterHealth, number>;
  /** Clusters by what they did since the gardenlet of the Seed got its release. */
  readonly byRollOut: ReadonlyMap<RollOutState, number>;
  /** Times in epoch ms at which the clusters that are done finished. */
  readonly finishedAt: readonly number[];
  /** Clusters that wait, and that Gardener reconciles only in their maintenance window or possibly ignores. */
  readonly untimed: number;
  /** Error codes of clusters on which the present gardenlet last failed, with their number; "" for no code. */
  readonly causes: ReadonlyMap<string, number>;
}

interface Sums {
  clusters: number;
  readonly byHealth: Map<ClusterHealth, number>;
  readonly byRollOut: Map<RollOutState, number>;
  readonly finishedAt: number[];
  untimed: number;
  readonly causes: Map<string, number>;
}

/** Seeds by name, as far as the sums depend on them. */
export type SeedReleases = ReadonlyMap<string, Pick<ListedSeed, "gardener">>;

/** Creates a collector that adds up the clusters of each Seed, for use in time slices. */
export function createSeedClusterCollector(seeds: SeedReleases) {
  const bySeed = new Map<string, Sums>();
  const sumsOf = (seed: string): Sums => {
    const known = bySeed.get(seed);
    if (known !== undefined) return known;
    const made: Sums = {
      clusters: 0,
      byHealth: new Map(),
      byRollOut: new Map(),
      finishedAt: [],
      untimed: 0,
      causes: new Map(),
    };
    bySeed.set(seed, made);
    return made;
  };
  return {
    add(row: FleetRow): void {
      if (row.seed === undefined) return;
      const sums = sumsOf(row.seed);
      const release = seeds.get(row.seed)?.gardener;
      const state = rollOutStateOf(row, release);
      sums.clusters += 1;
      increase(sums.byHealth, row.health);
      increase(sums.byRollOut, state);
      const finishedAt = state === "done" ? parseInstant(row.lastOperation?.updatedAt) : undefined;
      if (finishedAt !== undefined) sums.finishedAt.push(finishedAt);
      const isUntimed = row.confineSpecUpdateRollout || reconcileBlockerOfRow(row) === "perhaps-ignored";
      if (state === "waiting" && isUntimed) sums.untimed += 1;
      if (didRollOutFail(row, release))
        for (const code of row.errorCodes.length === 0 ? [""] : new Set(row.errorCodes)) increase(sums.causes, code);
    },
    result: (): ReadonlyMap<string, SeedClusters> => bySeed,
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
