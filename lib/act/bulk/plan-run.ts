import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { message, text } from "#lib/language/text.ts";
import { doesRowWaitForRetry } from "#lib/policy/next/row-operation.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatSequence } from "#lib/words/format-list.ts";
import type { BulkVerb } from "../bulk-verbs.ts";
import { bulkVerbLabels } from "../bulk-verbs.ts";
import { destinationOfMove, isSeedMove } from "../plan/move-seed-act.ts";
import { batchesOfBulkRun, changesInMaintenanceWindow } from "./batches.ts";
import type { ActWithDigest, BulkCluster, BulkRun, PreviewDigest, StopRule } from "./bulk-run.ts";

/** Result of the preview of one cluster in a bulk plan. */
export type BulkPlanEntry =
  | { readonly kind: "eligible"; readonly act: Act; readonly digest: PreviewDigest; readonly standing: ClusterRank }
  | { readonly kind: "excluded"; readonly reason: string };

export interface BulkPlan {
  /** Clusters that take part, in the order of the run. */
  readonly eligible: readonly EligibleCluster[];
  readonly excluded: readonly { readonly cluster: BulkCluster; readonly reason: string }[];
  /** Clusters whose preview is not finished. */
  readonly open: readonly BulkCluster[];
  /** Number of clusters left out only because their last operation has failed. */
  readonly failed: number;
}

export interface EligibleCluster {
  readonly cluster: BulkCluster;
  /** Action whose preview the user confirms. */
  readonly act: Act;
  readonly digest: PreviewDigest;
  readonly standing: ClusterRank;
}

/** Facts that decide the position of a cluster in a run. */
export interface ClusterRank {
  readonly health: FleetRow["health"];
  readonly purpose: string | undefined;
  /** Whether the cluster's last operation has failed and is not retried. */
  readonly failed: boolean;
}

/**
 * Returns the plan of a bulk run. Clusters of production and infrastructure come after all others, and healthy ones
 * first in each part; clusters that change in their maintenance windows come at the very end, because nothing can be
 * observed on them during the run.
 * Clusters whose last operation failed take part only on request, or if the action is a retry.
 */
export function bulkPlanOf(
  { clusters, intent }: Pick<BulkRun, "clusters" | "intent">,
  entries: ReadonlyMap<string, BulkPlanEntry>,
  { withFailed = false }: { readonly withFailed?: boolean } = {},
): BulkPlan {
  const eligible: EligibleCluster[] = [];
  const excluded: BulkPlan["excluded"][number][] = [];
  const open: BulkCluster[] = [];
  let failed = 0;
  const takesFailed = withFailed || isRetry(intent);
  for (const cluster of clusters) {
    const entry = entries.get(cluster.uid);
    if (entry === undefined) open.push(cluster);
    else if (entry.kind === "excluded") excluded.push({ cluster, reason: entry.reason });
    else {
      const { act, digest, standing } = entry;
      if (standing.failed && !isRetry(intent)) failed += 1;
      if (standing.failed && !takesFailed) excluded.push({ cluster, reason: text(failedReason) });
      else eligible.push({ cluster, act, digest, standing });
    }
  }
  return { eligible: eligible.toSorted((a, b) => rankOf(a) - rankOf(b)), excluded, open, failed };
}

const failedReason = message("The last operation failed.");

function isRetry(intent: BulkRun["intent"]): boolean {
  return intent.kind === "act" && intent.act.kind === "operation" && intent.act.id === "retry";
}

/** Purposes of clusters that others depend on: a failure has to show on another cluster first. */
const criticalPurposes: readonly (string | undefined)[] = ["production", "infrastructure"];

function rankOf({ digest, standing: { health, purpose, failed } }: EligibleCluster): number {
  const isCritical = criticalPurposes.includes(purpose);
  return (digest.inWindow ? 8 : 0) + (isCritical ? 4 : 0) + (failed ? 2 : 0) + (health === "healthy" ? 0 : 1);
}

/** Rank of a cluster in words: `healthy, development`. */
export function clusterRankLabel({ health, purpose, failed }: ClusterRank): string {
  const state = failed ? text("last operation failed") : text(inlineHealthLabels[health]);
  return `${state}, ${purpose ?? text("no purpose")}`;
}

/** Plan entry for a preview. A cluster missing from the live data is excluded, because it could not be observed. */
export function bulkPlanEntryOf(
  { act, digest }: ActWithDigest,
  cluster: BulkCluster,
  row: FleetRow | undefined,
): BulkPlanEntry {
  if (digest.uid !== cluster.uid)
    return { kind: "excluded", reason: text("The cluster was deleted and recreated since it was selected.") };
  if (digest.refusal !== undefined) return { kind: "excluded", reason: digest.refusal };
  if (row === undefined) return { kind: "excluded", reason: text("The live list does not show this cluster.") };
  const { health, purpose } = row;
  const standing = { health, purpose, failed: doesRowWaitForRetry(row) };
  return { kind: "eligible", act, digest, standing };
}

/** Returns the run that the user confirmed. Excluded clusters come last, with their reasons. */
export function createConfirmedRun(
  run: BulkRun,
  { eligible, excluded }: BulkPlan,
  choices: { readonly batches: readonly number[]; readonly stopRule: StopRule },
): BulkRun {
  const taking = eligible.map<BulkCluster>(({ cluster, act, digest }) => {
    const destination = isSeedMove(act) ? destinationOfMove(act) : undefined;
    return { ...cluster, digest, ...(destination !== undefined && { destination }) };
  });
  const out = excluded.map<BulkCluster>(({ cluster, reason }) => ({ ...cluster, phase: "excluded", message: reason }));
  return { ...run, batches: [...choices.batches], stopRule: choices.stopRule, clusters: [...taking, ...out] };
}

interface Digests {
  readonly eligible: readonly Pick<EligibleCluster, "digest">[];
}

/** Phrase that the user must type; undefined if a click suffices: at most ten clusters, no action needs a dialog. */
export function confirmationPhraseOf({ verb }: Pick<BulkRun, "verb">, { eligible }: Digests): string | undefined {
  const harmless = eligible.every(({ digest }) => digest.tier === "popover");
  if (eligible.length === 0 || (harmless && eligible.length <= 10)) return undefined;
  return text(bulkVerbLabels[verb].phrase, { clusters: eligible.length });
}

/** Button that starts the run: `Reconcile 14 clusters`. */
export function startRunLabel(verb: BulkVerb, clusters: number): string {
  return text(bulkVerbLabels[verb].order, { clusters });
}

/** Returns the consequences that the user has to acknowledge, each with the number of clusters that it applies to. */
export function consequencesOfBulkPlan({ eligible }: Digests) {
  const found = new Map<string, { sentence: string; clusters: number }>();
  for (const { digest } of eligible) {
    for (const { sentence } of digest.consequences) {
      const known = found.get(sentence);
      found.set(sentence, { sentence, clusters: (known?.clusters ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((left, right) => right.clusters - left.clusters);
}

/** Sizes of the batches that the run updates itself: `1, then 5, then 8`. */
export function batchSizesLabel({ eligible }: Digests, sizes: readonly number[]): string {
  const batches = batchesOfBulkRun(eligible, sizes).filter(({ inWindows }) => !inWindows);
  return formatSequence(batches.map(({ from, to }) => formatNumber(to - from)));
}

/** Describes how many clusters change now and how many in their maintenance windows; undefined if all change now. */
export function describeWindowedClusters({ eligible }: Digests): string | undefined {
  const planned = eligible.filter(changesInMaintenanceWindow).length;
  if (planned === 0) return undefined;
  return text(
    "{now, plural, =0 {No cluster changes} one {# cluster changes} other {# clusters change}} now, {planned, number} in the maintenance window: those are written last, and no batch waits for them.",
    { now: eligible.length - planned, planned },
  );
}
