import { text } from "#lib/language/text.ts";
import { batchesOfBulkRun, currentBatchIndex } from "./batches.ts";
import { bulkClusterAfterObservation, rowSnapshot } from "./bulk-cluster-after-observation.ts";
import {
  type BulkErrorEffect,
  describeBulkError,
  effectOfPreviewError,
  effectOfSendError,
} from "./bulk-error-effect.ts";
import type { BulkCommand, BulkError, BulkEvent } from "./bulk-event.ts";
import {
  type BulkCluster,
  type BulkRun,
  hasBulkClusterEnded,
  isBulkClusterInProgress,
  type PauseReason,
} from "./bulk-run.ts";

/** Conflict limit per cluster: while Gardener reconciles, its writes make the preview outdated every few seconds. */
const mostConflicts = 5;

export interface RunTransition {
  readonly run: BulkRun;
  readonly commands: readonly BulkCommand[];
}

/**
 * Reducer of a bulk run: returns the run after an event, and the commands that follow from the event. The caller must
 * store the run before it executes the commands: a cluster stored as `sending` is never sent again automatically.
 *
 * @param nowMs epoch milliseconds of the browser
 */
export function advanceBulkRun(run: BulkRun, event: BulkEvent, nowMs: number): RunTransition {
  const { run: after, commands } = react(run, event, nowMs);
  const dispatched = dispatch(after, nowMs);
  return { run: dispatched.run, commands: [...commands, ...dispatched.commands] };
}

function react(run: BulkRun, event: BulkEvent, nowMs: number): RunTransition {
  switch (event.type) {
    case "start":
      return only(run.status === "draft" ? { ...run, status: "running", startedAt: nowMs } : run);
    case "resume":
      return only(resume(run));
    case "pause":
      return only(paused(run, "person"));
    case "stop":
      return only(stop(run, nowMs));
    case "retry-failed":
      return only(retryFailed(run));
    case "adopted":
      return only(adopt(run));
    case "interrupted":
      return only(paused(run, event.reason, event.message));
    case "seen":
      return only(
        withClusters(
          run,
          run.clusters.map((cluster) => bulkClusterAfterObservation(cluster, event.rowOf(cluster.uid), nowMs)),
        ),
      );
    case "tick":
      return only(run);
    default:
      return answer(run, event, nowMs);
  }
}

type Answer = Extract<BulkEvent, { readonly uid: string }>;

function answer(run: BulkRun, event: Answer, nowMs: number): RunTransition {
  const index = run.clusters.findIndex(({ uid }) => uid === event.uid);
  const cluster = run.clusters[index];
  const awaited = event.type === "accepted" || event.type === "refused" ? "sending" : "previewing";
  if (!cluster || cluster.phase !== awaited || cluster.attempt !== event.attempt) return only(run);
  switch (event.type) {
    case "previewed":
      return previewed(run, index, { event, cluster, nowMs });
    case "not-applicable":
      return only(put(run, index, exclude(cluster, event.reason, nowMs)));
    case "accepted":
      return only(put(run, index, { ...cluster, phase: "sent", acceptedVersion: event.resourceVersion }));
    default: {
      const { type, fault } = event;
      const effect = type === "refused" ? effectOfSendError(fault) : effectOfPreviewError(fault);
      return only(failed(run, index, { cluster, fault, effect, nowMs }));
    }
  }
}

interface Previewed {
  readonly event: Extract<BulkEvent, { readonly type: "previewed" }>;
  readonly cluster: BulkCluster;
  readonly nowMs: number;
}

/** Sends a cluster's request only if its preview still shows the confirmed effect; otherwise excludes the cluster. */
function previewed(run: BulkRun, index: number, { event, cluster, nowMs }: Previewed): RunTransition {
  const { act, digest, row } = event;
  if (run.status !== "running") return only(put(run, index, { ...cluster, phase: "waiting" }));
  if (digest.uid !== cluster.uid) {
    const reason = text("The cluster was deleted and recreated since the plan was made.");
    return only(put(run, index, exclude(cluster, reason, nowMs)));
  }
  if (digest.refusal !== undefined) return only(put(run, index, exclude(cluster, digest.refusal, nowMs)));
  if (row === undefined) {
    const reason = text("The live list does not show this cluster, so its end could not be seen.");
    return only(put(run, index, exclude(cluster, reason, nowMs)));
  }
  const isOther = digest.substance !== cluster.digest?.substance;
  if (digest.inWindow !== cluster.digest?.inWindow || (isOther && !cluster.arrivedBefore)) {
    const reason = text("What it would do has changed since you confirmed the plan: {sentence}", {
      sentence: digest.sentence,
    });
    return only(put(run, index, exclude(cluster, reason, nowMs)));
  }
  const { uid, resourceVersion, hash: previewHash } = digest;
  const { message: _, acceptedVersion: __, succeededAt: ___, ...rest } = cluster;
  const sending: BulkCluster = { ...rest, phase: "sending", act, digest, before: rowSnapshot(row), sentAt: nowMs };
  return {
    run: put(run, index, sending),
    commands: [{ kind: "send", uid, attempt: cluster.attempt, body: { act, uid, resourceVersion, previewHash } }],
  };
}

interface Failed {
  readonly cluster: BulkCluster;
  readonly fault: BulkError;
  readonly effect: BulkErrorEffect;
  readonly nowMs: number;
}

function failed(run: BulkRun, index: number, { cluster, fault, effect, nowMs }: Failed): BulkRun {
  const words = describeBulkError(fault);
  switch (effect.kind) {
    case "wait":
      return { ...put(run, index, backToWaiting(cluster)), waitUntil: nowMs + effect.ms };
    case "pause":
      return paused(put(run, index, backToWaiting(cluster)), effect.reason, words);
    case "unanswered": {
      const message = text("Not known whether it arrived: {fault}", { fault: words });
      return paused(put(run, index, { ...cluster, phase: "unanswered", message }), effect.reason, words);
    }
    case "conflict": {
      const conflicts = cluster.conflicts + 1;
      if (conflicts < mostConflicts) return put(run, index, { ...backToWaiting(cluster), conflicts });
      const reason = text("The cluster changed {conflicts} times while it was about to be asked.", { conflicts });
      return put(run, index, exclude(unsent(cluster), reason, nowMs));
    }
    default:
      return put(run, index, fail(unsent(cluster), words, nowMs));
  }
}

/** Removes data of a certainly refused request from a cluster, so that no later change is attributed to the request. */
function unsent({ sentAt: _, before: __, acceptedVersion: ___, ...cluster }: BulkCluster): BulkCluster {
  return cluster;
}

function backToWaiting(cluster: BulkCluster): BulkCluster {
  return { ...unsent(cluster), phase: "waiting" };
}

function exclude(cluster: BulkCluster, message: string, nowMs: number): BulkCluster {
  return { ...cluster, phase: "excluded", message, endedAt: nowMs };
}

function fail(cluster: BulkCluster, message: string, nowMs: number): BulkCluster {
  return { ...cluster, phase: "failed", message, endedAt: nowMs };
}

function resume(run: BulkRun): BulkRun {
  if (run.status !== "paused") return run;
  const { pause: _, waitUntil: __, ...rest } = run;
  return { ...rest, status: "running", toleratedFailures: countFailedClusters(run) };
}

export function countFailedClusters({ clusters }: Pick<BulkRun, "clusters">): number {
  return clusters.filter(({ phase }) => phase === "failed").length;
}

function paused(run: BulkRun, reason: PauseReason, message?: string): BulkRun {
  if (run.status !== "running") return run;
  return { ...run, status: "paused", pause: { reason, ...(message !== undefined && { message }) } };
}

/** Stops a run permanently: clusters not yet requested are skipped, those already requested are still observed. */
function stop(run: BulkRun, nowMs: number): BulkRun {
  if (run.status !== "running" && run.status !== "paused") return run;
  const { pause: _, waitUntil: __, ...rest } = run;
  const clusters = run.clusters.map<BulkCluster>((cluster) =>
    cluster.phase === "waiting" || cluster.phase === "previewing"
      ? { ...cluster, phase: "skipped", message: text("The run was stopped before."), endedAt: nowMs }
      : cluster,
  );
  return { ...rest, status: "stopped", endedAt: nowMs, clusters };
}

/** Starts a new attempt for each failed cluster, at the request of a user who has seen why it failed. */
function retryFailed(run: BulkRun): BulkRun {
  if (run.status === "draft" || countFailedClusters(run) === 0) return run;
  const { pause: _, waitUntil: __, endedAt: ___, ...rest } = run;
  const clusters = run.clusters.map<BulkCluster>((cluster) => {
    if (cluster.phase !== "failed") return cluster;
    const { message: _m, endedAt: _e, succeededAt: _s, window: _w, ...again } = unsent(cluster);
    const arrived = cluster.arrivedBefore || cluster.acceptedVersion !== undefined;
    return {
      ...again,
      phase: "waiting",
      attempt: cluster.attempt + 1,
      conflicts: 0,
      ...(arrived && { arrivedBefore: true }),
    };
  });
  return { ...rest, status: "running", toleratedFailures: 0, clusters };
}

/** Takes over a run from a closed tab: writes that may have been sent are observed, reads are repeated. */
function adopt(run: BulkRun): BulkRun {
  const clusters = run.clusters.map<BulkCluster>((cluster) => {
    if (cluster.phase === "previewing") return backToWaiting(cluster);
    if (cluster.phase !== "sending") return cluster;
    const message = text("The tab was closed while this was being sent; not known whether it arrived.");
    return { ...cluster, phase: "unanswered", message };
  });
  return paused(withClusters(run, clusters), "closed");
}

function only(run: BulkRun): RunTransition {
  return { run, commands: [] };
}

function put(run: BulkRun, index: number, cluster: BulkCluster): BulkRun {
  return { ...run, clusters: run.clusters.with(index, cluster) };
}

/** Returns the run with new clusters; the same object if none changed, so that nothing is stored or rendered. */
function withClusters(run: BulkRun, clusters: readonly BulkCluster[]): BulkRun {
  return clusters.some((cluster, index) => cluster !== run.clusters[index]) ? { ...run, clusters: [...clusters] } : run;
}

/** Maximum of clusters read or written concurrently: the rest of the page shares the user's rate limit. */
const mostAtOnce = 3;
/** Maximum number of clusters in progress at the same time, even within a larger batch. */
const mostUnderWay = 25;

/** Starts the next clusters of a run, if the previous batch has ended. */
function dispatch(run: BulkRun, nowMs: number): { run: BulkRun; commands: readonly BulkCommand[] } {
  if (run.status === "paused" && run.clusters.every(hasBulkClusterEnded))
    return { run: finished(run, nowMs), commands: [] };
  if (run.status !== "running") return { run, commands: [] };
  if (isFailureTooMany(run)) return { run: { ...run, status: "paused", pause: { reason: "failure" } }, commands: [] };
  const batch = batchesOfBulkRun(run.clusters, run.batches)[currentBatchIndex(run)];
  if (batch === undefined) return { run: finished(run, nowMs), commands: [] };
  if (run.waitUntil !== undefined && nowMs < run.waitUntil) return { run, commands: [] };
  const { from, to } = batch;
  const members = run.clusters.slice(from, to);
  const asking = members.filter(({ phase }) => phase === "previewing" || phase === "sending").length;
  const underWay = members.filter(
    (cluster) => isBulkClusterInProgress(cluster) || cluster.phase === "previewing",
  ).length;
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

/** Returns whether the failures since the user last resumed the run exceed what the stop rule allows. */
function isFailureTooMany({ clusters, stopRule, toleratedFailures }: BulkRun): boolean {
  const failures = clusters.filter(({ phase }) => phase === "failed").length - toleratedFailures;
  if (failures <= 0 || clusters.every(hasBulkClusterEnded)) return false;
  return stopRule.kind === "first-failure" || (failures * 100) / clusters.length >= stopRule.percent;
}

function finished(run: BulkRun, nowMs: number): BulkRun {
  const { waitUntil: _, pause: __, ...rest } = run;
  return { ...rest, status: "finished", endedAt: nowMs };
}
