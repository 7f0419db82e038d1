import { type BulkCluster, type BulkRun, bulkClusterSchema, bulkRunSchema } from "#lib/act/bulk/bulk-run.ts";
import type { StagedCluster, StagedRun, StagedRunChange } from "#lib/contract/staged/staged-runs.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { clustersOfStage } from "./stage-gate.ts";

type Progress = Extract<StagedRunChange, { readonly kind: "progress" }>["clusters"][number];

/** Fields of a cluster in a bulk run that the stored cluster has by itself. */
const own: ReadonlySet<string> = new Set([
  ...["uid", "project", "name", "phase", "digest", "destination", "confirmedAct"],
]);

/** A stored cluster as a cluster of a bulk run; undefined if its progress has a form that this build does not know. */
export function bulkClusterOf(cluster: StagedCluster): BulkCluster | undefined {
  const { uid, project, name, phase, act, sentence, substance, inWindow, progress } = cluster;
  const digest = {
    ...{ uid, sentence, substance, inWindow },
    ...{ resourceVersion: "", hash: "", cautions: [], consequences: [], tier: "", dryRun: "" },
  };
  const sent = progress.sentAt === undefined ? {} : { act };
  const parsed = bulkClusterSchema.safeParse({
    ...{ ...sent, ...progress },
    ...{ uid, project, name, phase, digest, confirmedAct: act },
  });
  return parsed.success ? parsed.data : undefined;
}

/**
 * The current stage of a run as a bulk run, which the tab drives like any other. It begins paused: what was or may have
 * been sent before is observed first, and never sent again by itself. Undefined if this build cannot read the run.
 */
export function bulkRunOfStage(run: StagedRun, owner: string): BulkRun | undefined {
  const clusters = clustersOfStage(run, run.current).map(bulkClusterOf);
  const parsed = bulkRunSchema.safeParse({
    ...{ id: run.id, owner, verb: run.verb, title: run.name, intent: run.intent, clusters },
    createdAt: Date.parse(run.startedAt),
    batches: run.stages[run.current]?.batches ?? [],
    stopRule: run.stopPercent === 0 ? { kind: "first-failure" } : { kind: "share", percent: run.stopPercent },
    status: "paused",
    toleratedFailures: run.tolerated,
  });
  return parsed.success ? parsed.data : undefined;
}

/** What to store of the clusters that differ. A preview under way is not stored: it has written nothing. */
export function progressOf(after: BulkRun, before: BulkRun | undefined): readonly Progress[] {
  const earlier = new Map(before?.clusters.map((cluster) => [cluster.uid, cluster]));
  return after.clusters.flatMap((cluster) => {
    const known = earlier.get(cluster.uid);
    if (known === cluster) return [];
    const progress = storedProgressOf(cluster);
    return known !== undefined && isSameJson(progress, storedProgressOf(known)) ? [] : [progress];
  });
}

/**
 * Whether a change is stored before anything else happens: a request before it is sent, and one that was certainly
 * refused, because the garden takes the next request of that attempt only when it knows that.
 */
export function isStoredAtOnce(after: BulkRun, before: BulkRun | undefined): boolean {
  return after.clusters.some(({ phase }, index) => {
    const earlier = before?.clusters[index]?.phase;
    return phase !== earlier && (phase === "sending" || (phase === "waiting" && earlier === "sending"));
  });
}

/** Length in characters to which messages are cut: those of Gardener can have thousands. */
const longestMessage = 500;

function storedProgressOf(cluster: BulkCluster): Progress {
  const { uid, phase, message, before, act, confirmedAct } = cluster;
  const { description: _, ...lastOperation } = { description: undefined, ...before?.lastOperation };
  const short = {
    ...cluster,
    message: message?.slice(0, longestMessage),
    before: before && { ...before, ...(before.lastOperation && { lastOperation }) },
    // A patch of all pools is large, and stands in the plan already.
    act: isSameJson(act, confirmedAct) ? undefined : act,
  };
  const progress = Object.fromEntries(
    Object.entries(short).filter(([field, value]) => !own.has(field) && value !== undefined),
  );
  return { uid, phase: phase === "previewing" ? "waiting" : phase, progress };
}
