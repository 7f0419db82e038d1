import { type BulkRun, hasEnded } from "./bulk-run.ts";

export interface Batch {
  /** Of the clusters of the run, `to` exclusive. */
  readonly from: number;
  readonly to: number;
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
  return batchesOf(clusters.length, batches).findIndex(({ from, to }) =>
    clusters.slice(from, to).some((cluster) => !hasEnded(cluster)),
  );
}
