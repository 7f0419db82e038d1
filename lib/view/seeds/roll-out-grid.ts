import { type RollOutState, rollOutStates } from "#lib/policy/next/roll-out.ts";
import type { SeedClusters } from "./seed-clusters.ts";
import type { SeedRow } from "./select-seeds.ts";

/** Most squares of one Seed: more cannot be told apart. */
export const mostSquares = 200;

/** Squares of a Seed's picture, in order. */
export interface RollOutGrid {
  readonly squares: readonly RollOutState[];
  /** Number of clusters that one square stands for. */
  readonly clustersPerSquare: number;
}

/** Severity of each state, the first the worst: it decides the colour of a square of several clusters. */
const worstFirst: readonly RollOutState[] = ["failed", "retrying", "held", "running", "unknown", "waiting", "done"];

/**
 * The picture of a Seed: a square for each cluster, in the order of `rollOutStates`. Of more than two hundred clusters
 * several share a square, which has the state of the worst of them, so that no failure is lost.
 */
export function rollOutGrid(counts: ReadonlyMap<RollOutState, number>): RollOutGrid {
  const states = rollOutStates.flatMap((state) => Array.from({ length: counts.get(state) ?? 0 }, () => state));
  const clustersPerSquare = Math.max(1, Math.ceil(states.length / mostSquares));
  const squares: RollOutState[] = [];
  for (let at = 0; at < states.length; at += clustersPerSquare) {
    const bin = new Set(states.slice(at, at + clustersPerSquare));
    squares.push(worstFirst.find((state) => bin.has(state)) ?? "unknown");
  }
  return { squares, clustersPerSquare };
}

/** Number of clusters that have not been reconciled successfully by the current gardenlet of their Seed. */
export function unfinishedClusters({ clusters, byRollOut }: SeedClusters): number {
  return clusters - (byRollOut.get("done") ?? 0);
}

/** Seeds whose clusters are not all done, those with the most open first, and the number of the others. */
export function openRollOuts(rows: readonly SeedRow[]): {
  readonly open: readonly (SeedRow & { readonly clusters: SeedClusters })[];
  readonly finished: number;
} {
  const counted = rows.flatMap(({ seed, clusters }) => (clusters === undefined ? [] : [{ seed, clusters }]));
  const open = counted.filter(({ clusters }) => unfinishedClusters(clusters) > 0);
  return {
    open: open.sort(
      (a, b) => unfinishedClusters(b.clusters) - unfinishedClusters(a.clusters) || (a.seed.name < b.seed.name ? -1 : 1),
    ),
    finished: counted.length - open.length,
  };
}
