import { type BulkCluster, type BulkRun, hasEnded } from "./bulk-run.ts";

export interface Batch {
  /** Of the clusters of the run, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

/** The batches of a run, and last, as one of their own, the clusters that change in their maintenance windows. */
export interface RunBatch extends Batch {
  readonly inWindows: boolean;
}

/** A cluster of a run or of its plan. */
type Member = Pick<BulkCluster, "digest">;

/** What changes in its window shows nothing for a long time, so no batch waits for it and it opens none. */
export function changesInWindow({ digest }: Member): boolean {
  return digest?.inWindow === true;
}

/** The batches of clusters in the order of a run, in which those that change in their windows come last. */
export function batchesOfRun(members: readonly Member[], sizes: readonly number[]): readonly RunBatch[] {
  const last = members.findLastIndex(changesInWindow);
  const first = members.findLastIndex((member, index) => index < last && !changesInWindow(member)) + 1;
  const now = batchesOf(last < 0 ? members.length : first, sizes).map((batch) => ({ ...batch, inWindows: false }));
  return last < 0 ? now : [...now, { from: first, to: members.length, inWindows: true }];
}

/** The batches of so many clusters; sizes below one count as one, and what is left over is the last batch. */
export function batchesOf(count: number, sizes: readonly number[]): readonly Batch[] {
  const batches: Batch[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= count) break;
    const to = Math.min(count, from + Math.max(1, Math.floor(size)));
    batches.push({ from, to });
    from = to;
  }
  if (from < count) batches.push({ from, to: count });
  return batches;
}

/** The first batch that has not come to its end; later ones wait for it. */
export function currentBatch({ clusters, batches }: Pick<BulkRun, "clusters" | "batches">): number {
  return batchesOfRun(clusters, batches).findIndex(({ from, to }) =>
    clusters.slice(from, to).some((cluster) => !hasEnded(cluster)),
  );
}
