import type { FleetRow } from "#lib/contract/fleet.ts";
import { inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { message, text } from "#lib/language/text.ts";
import { waitsForRetry } from "#lib/policy/next/row-operation.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatSequence } from "#lib/words/format-list.ts";
import type { BulkVerb } from "../bulk-verbs.ts";
import { bulkVerbLabels } from "../bulk-verbs.ts";
import { batchesOfRun, changesInWindow } from "./batches.ts";
import type { BulkCluster, BulkRun, PreviewDigest, StopRule } from "./bulk-run.ts";

/** Result of the preview of one cluster. */
export type PlanEntry =
  | { readonly kind: "eligible"; readonly digest: PreviewDigest; readonly standing: ClusterRank }
  | { readonly kind: "excluded"; readonly reason: string };

export interface Plan {
  /** Clusters that take part, in the order of the run. */
  readonly eligible: readonly EligibleCluster[];
  readonly excluded: readonly { readonly cluster: BulkCluster; readonly reason: string }[];
  /** Clusters whose preview is outstanding. */
  readonly open: readonly BulkCluster[];
  /** Number of clusters that could take part, but whose last operation has failed. */
  readonly failed: number;
}

export interface EligibleCluster {
  readonly cluster: BulkCluster;
  readonly digest: PreviewDigest;
  readonly standing: ClusterRank;
}

/** Facts that rank a cluster in the order of a run. */
export interface ClusterRank {
  readonly health: FleetRow["health"];
  readonly production: boolean;
  /** Its last operation has failed for good. */
  readonly failed: boolean;
}

/**
 * Plan of a run. Order: healthy clusters first, production last among them; clusters that change in their windows come
 * at the very end, because they show nothing during the run. Clusters whose last operation failed say nothing about the
 * act and take part only on request, or if the act is a retry.
 */
export function planOf(
  { clusters, intent }: Pick<BulkRun, "clusters" | "intent">,
  entries: ReadonlyMap<string, PlanEntry>,
  { withFailed = false }: { readonly withFailed?: boolean } = {},
): Plan {
  const eligible: EligibleCluster[] = [];
  const excluded: Plan["excluded"][number][] = [];
  const open: BulkCluster[] = [];
  let failed = 0;
  const takesFailed = withFailed || isRetry(intent);
  for (const cluster of clusters) {
    const entry = entries.get(cluster.uid);
    if (entry === undefined) open.push(cluster);
    else if (entry.kind === "excluded") excluded.push({ cluster, reason: entry.reason });
    else {
      const { digest, standing } = entry;
      if (standing.failed && !isRetry(intent)) failed += 1;
      if (standing.failed && !takesFailed) excluded.push({ cluster, reason: text(failedReason) });
      else eligible.push({ cluster, digest, standing });
    }
  }
  return { eligible: eligible.toSorted((a, b) => rankOf(a) - rankOf(b)), excluded, open, failed };
}

const failedReason = message("The last operation failed.");

function isRetry(intent: BulkRun["intent"]): boolean {
  return intent.kind === "act" && intent.act.kind === "operation" && intent.act.id === "retry";
}

function rankOf({ digest, standing: { health, production, failed } }: EligibleCluster): number {
  return (digest.inWindow ? 8 : 0) + (failed ? 4 : 0) + (health === "healthy" ? 0 : 2) + (production ? 1 : 0);
}

/** Rank of a cluster in words: `healthy, not production`. */
export function clusterRankLabel({ health, production, failed }: ClusterRank): string {
  const state = failed ? text("last operation failed") : text(inlineHealthLabels[health]);
  return `${state}, ${production ? text("production") : text("not production")}`;
}

/** Plan entry for a preview. A cluster missing from the live list is excluded, because it could not be followed. */
export function planEntry(digest: PreviewDigest, cluster: BulkCluster, row: FleetRow | undefined): PlanEntry {
  if (digest.uid !== cluster.uid)
    return { kind: "excluded", reason: text("The cluster was deleted and recreated since it was selected.") };
  if (digest.refusal !== undefined) return { kind: "excluded", reason: digest.refusal };
  if (row === undefined) return { kind: "excluded", reason: text("The live list does not show this cluster.") };
  const { health, purpose } = row;
  const standing = { health, production: purpose === "production", failed: waitsForRetry(row) };
  return { kind: "eligible", digest, standing };
}

/** Run that the user confirmed. Excluded clusters come last, with their reasons. */
export function confirmedRun(
  run: BulkRun,
  { eligible, excluded }: Plan,
  choices: { readonly batches: readonly number[]; readonly stopRule: StopRule },
): BulkRun {
  const taking = eligible.map<BulkCluster>(({ cluster, digest }) => ({ ...cluster, digest }));
  const out = excluded.map<BulkCluster>(({ cluster, reason }) => ({ ...cluster, phase: "excluded", message: reason }));
  return { ...run, batches: [...choices.batches], stopRule: choices.stopRule, clusters: [...taking, ...out] };
}

interface Digests {
  readonly eligible: readonly Pick<EligibleCluster, "digest">[];
}

/** Phrase to be typed; undefined if a click is enough: at most ten clusters, none of which needs a dialog. */
export function confirmationPhraseOf({ verb }: Pick<BulkRun, "verb">, { eligible }: Digests): string | undefined {
  const harmless = eligible.every(({ digest }) => digest.tier === "popover");
  if (eligible.length === 0 || (harmless && eligible.length <= 10)) return undefined;
  return text(bulkVerbLabels[verb].phrase, { clusters: eligible.length });
}

/** Button that starts the run: `Reconcile 14 clusters`. */
export function startRunLabel(verb: BulkVerb, clusters: number): string {
  return text(bulkVerbLabels[verb].order, { clusters });
}

/** Consequences that the user must acknowledge, each with the number of clusters it applies to. */
export function consequencesOf({ eligible }: Digests) {
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
  const batches = batchesOfRun(eligible, sizes).filter(({ inWindows }) => !inWindows);
  return formatSequence(batches.map(({ from, to }) => formatNumber(to - from)));
}

/** Sentence on how many clusters change now and how many in their windows; undefined if all change now. */
export function describeWindowedClusters({ eligible }: Digests): string | undefined {
  const planned = eligible.filter(changesInWindow).length;
  if (planned === 0) return undefined;
  return text(
    "{now, plural, =0 {No cluster changes} one {# cluster changes} other {# clusters change}} now, {planned, number} in the maintenance window: those are written last, and no batch waits for them.",
    { now: eligible.length - planned, planned },
  );
}
