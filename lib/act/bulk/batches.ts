import { type BulkCluster, type BulkRun, hasBulkClusterEnded } from "./bulk-run.ts";

export interface ClusterIndexRange {
  /** Index of the first cluster in the run's list; the index `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Batch of a bulk run. The last batch contains the clusters that change in their maintenance windows. */
export interface BulkRunBatch extends ClusterIndexRange {
  readonly inWindows: boolean;
}

/** Fields of a cluster that decide its batch. */
type Member = Pick<BulkCluster, "digest">;

/** Whether a cluster changes only in its maintenance window: no batch waits that long for an observable change. */
export function changesInMaintenanceWindow({ digest }: Member): boolean {
  return digest?.inWindow === true;
}

/** Splits a run's clusters into ordered batches; clusters that change in maintenance windows form the last batch. */
export function batchesOfBulkRun(members: readonly Member[], sizes: readonly number[]): readonly BulkRunBatch[] {
  const last = members.findLastIndex(changesInMaintenanceWindow);
  const first = members.findLastIndex((member, index) => index < last && !changesInMaintenanceWindow(member)) + 1;
  const now = splitIntoBatches(last < 0 ? members.length : first, sizes).map((batch) => ({
    ...batch,
    inWindows: false,
  }));
  return last < 0 ? now : [...now, { from: first, to: members.length, inWindows: true }];
}

/** Splits `count` clusters into batches; sizes below one count as one, and remaining clusters form the last batch. */
export function splitIntoBatches(count: number, sizes: readonly number[]): readonly ClusterIndexRange[] {
  const batches: ClusterIndexRange[] = [];
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

/** Returns the index of the first batch that has not ended; later batches wait for it. */
export function currentBatchIndex({ clusters, batches }: Pick<BulkRun, "clusters" | "batches">): number {
  return batchesOfBulkRun(clusters, batches).findIndex(({ from, to }) =>
    clusters.slice(from, to).some((cluster) => !hasBulkClusterEnded(cluster)),
  );
}
