import { batchesOfRun, currentBatch } from "./batches.ts";
import type { BulkCommand } from "./bulk-event.ts";
import { type BulkCluster, type BulkRun, hasEnded, isUnderWay } from "./bulk-run.ts";

/** How many clusters are read or written at the same moment: the rate of one person is shared with the rest of the page. */
const mostAtOnce = 3;
/** How many clusters may be on their way, also in a batch that is larger. */
export const mostUnderWay = 25;

/** What goes next, once what comes before has ended as it should. */
export function dispatch(run: BulkRun, nowMs: number): { run: BulkRun; commands: readonly BulkCommand[] } {
  if (run.status === "paused" && run.clusters.every(hasEnded)) return { run: finished(run, nowMs), commands: [] };
  if (run.status !== "running") return { run, commands: [] };
  if (isFailureTooMany(run)) return { run: { ...run, status: "paused", pause: { reason: "failure" } }, commands: [] };
  const batch = batchesOfRun(run.clusters, run.batches)[currentBatch(run)];
  if (batch === undefined) return { run: finished(run, nowMs), commands: [] };
  if (run.waitUntil !== undefined && nowMs < run.waitUntil) return { run, commands: [] };
  const { from, to } = batch;
  const members = run.clusters.slice(from, to);
  const asking = members.filter(({ phase }) => phase === "previewing" || phase === "sending").length;
  const underWay = members.filter((cluster) => isUnderWay(cluster) || cluster.phase === "previewing").length;
  const free = Math.min(mostAtOnce - asking, mostUnderWay - underWay);
  const next = members.filter(({ phase }) => phase === "waiting").slice(0, Math.max(0, free));
  if (next.length === 0) return { run, commands: [] };
  const chosen = new Set(next.map(({ uid }) => uid));
  const { waitUntil: _, ...rest } = run;
  const clusters = run.clusters.map<BulkCluster>((cluster) =>
    chosen.has(cluster.uid) ? { ...cluster, phase: "previewing" } : cluster,
  );
  return {
    run: { ...rest, clusters },
    commands: next.map(({ uid, attempt }) => ({ kind: "preview", uid, attempt })),
  };
}

/** Counts what has failed since a person last went on in spite of failures. */
function isFailureTooMany({ clusters, stopRule, toleratedFailures }: BulkRun): boolean {
  const failures = clusters.filter(({ phase }) => phase === "failed").length - toleratedFailures;
  if (failures <= 0 || clusters.every(hasEnded)) return false;
  return stopRule.kind === "first-failure" || (failures * 100) / clusters.length >= stopRule.percent;
}

function finished(run: BulkRun, nowMs: number): BulkRun {
  const { waitUntil: _, pause: __, ...rest } = run;
  return { ...rest, status: "finished", endedAt: nowMs };
}
