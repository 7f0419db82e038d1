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
  const parsed = bulkClusterSchema.safeParse({ ...progress, uid, project, name, phase, digest, confirmedAct: act });
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

function storedProgressOf(cluster: BulkCluster): Progress {
  const { uid, phase } = cluster;
  const progress = Object.fromEntries(
    Object.entries(cluster).filter(([field, value]) => !own.has(field) && value !== undefined),
  );
  return { uid, phase: phase === "previewing" ? "waiting" : phase, progress };
}
