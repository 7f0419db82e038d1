import { type BulkCluster, type BulkRun, hasEnded } from "./bulk-run.ts";

export interface ClusterBatch {
  /** Index into the clusters of the run; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Batch of a run. The last one holds the clusters that change in their maintenance windows. */
export interface RunBatch extends ClusterBatch {
  readonly inWindows: boolean;
}

/** Cluster of a run or of its plan. */
type Member = Pick<BulkCluster, "digest">;

/** Whether a cluster changes only in its window: no batch waits for it, as it shows nothing for a long time. */
export function changesInWindow({ digest }: Member): boolean {
  return digest?.inWindow === true;
}

/** Batches of the clusters in the order of a run; clusters that change in their windows come last. */
export function batchesOfRun(members: readonly Member[], sizes: readonly number[]): readonly RunBatch[] {
  const last = members.findLastIndex(changesInWindow);
  const first = members.findLastIndex((member, index) => index < last && !changesInWindow(member)) + 1;
  const now = clusterBatchesOf(last < 0 ? members.length : first, sizes).map((batch) => ({
    ...batch,
    inWindows: false,
  }));
  return last < 0 ? now : [...now, { from: first, to: members.length, inWindows: true }];
}

/** Batches of `count` clusters. Sizes below one count as one; the remainder forms the last batch. */
export function clusterBatchesOf(count: number, sizes: readonly number[]): readonly ClusterBatch[] {
  const batches: ClusterBatch[] = [];
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

/** Index of the first batch that has not ended; later batches wait for it. */
export function currentBatch({ clusters, batches }: Pick<BulkRun, "clusters" | "batches">): number {
  return batchesOfRun(clusters, batches).findIndex(({ from, to }) =>
    clusters.slice(from, to).some((cluster) => !hasEnded(cluster)),
  );
}
