import type { FleetRow } from "#lib/contract/fleet.ts";
import { healthWordsWithin } from "#lib/fleet/fields/health.ts";
import { message, text } from "#lib/language/text.ts";
import { waitsForRetry } from "#lib/policy/next/row-operation.ts";
import { formatNumber } from "#lib/words/count.ts";
import { inTurn } from "#lib/words/words.ts";
import { batchesOfRun, changesInWindow } from "./batches.ts";
import type { BulkCluster, BulkRun, BulkVerb, PreviewDigest, StopRule } from "./bulk-run.ts";
import { bulkVerbWords } from "./bulk-verbs.ts";

/** What a preview said of one cluster of a plan. */
export type PlanEntry =
  | { readonly kind: "eligible"; readonly digest: PreviewDigest; readonly standing: Standing }
  | { readonly kind: "excluded"; readonly reason: string };

export interface Plan {
  /** Clusters that will be asked, in the order of the run. */
  readonly eligible: readonly EligibleCluster[];
  readonly excluded: readonly { readonly cluster: BulkCluster; readonly reason: string }[];
  /** Clusters of which nothing is known yet. */
  readonly open: readonly BulkCluster[];
  /** So many could take part, but their last operation has failed. */
  readonly failed: number;
}

export interface EligibleCluster {
  readonly cluster: BulkCluster;
  readonly digest: PreviewDigest;
  readonly standing: Standing;
}

/** How well a cluster may be the first that something is done to. */
export interface Standing {
  readonly health: FleetRow["health"];
  readonly production: boolean;
  /** Its last operation has failed for good. */
  readonly failed: boolean;
}

/**
 * Who is asked, in which order: healthy clusters before others, those in production last among them, and last of all those
 * that change in their maintenance windows: nothing can be learnt from them during the run. A cluster whose last operation has failed says nothing about the act, so it takes no part unless somebody wants it to, or the act is its retry.
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

/** Why a cluster stands where it stands: `healthy, not production`. */
export function standingWords({ health, production, failed }: Standing): string {
  const state = failed ? text("last operation failed") : text(healthWordsWithin[health]);
  return `${state}, ${production ? text("production") : text("not production")}`;
}

/** What a preview means for a plan: a cluster that the live list does not show could not be followed. */
export function planEntry(digest: PreviewDigest, cluster: BulkCluster, row: FleetRow | undefined): PlanEntry {
  if (digest.uid !== cluster.uid)
    return { kind: "excluded", reason: text("The cluster was deleted and recreated since it was selected.") };
  if (digest.refusal !== undefined) return { kind: "excluded", reason: digest.refusal };
  if (row === undefined) return { kind: "excluded", reason: text("The live list does not show this cluster.") };
  const { health, purpose } = row;
  const standing = { health, production: purpose === "production", failed: waitsForRetry(row) };
  return { kind: "eligible", digest, standing };
}

/** The run that a person has confirmed: what was excluded stands at its end, with the reason. */
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

/** What has to be typed; undefined where a click is enough: ten clusters or fewer, and nothing that costs a dialog. */
export function phraseOf({ verb }: Pick<BulkRun, "verb">, { eligible }: Digests): string | undefined {
  const harmless = eligible.every(({ digest }) => digest.tier === "popover");
  if (eligible.length === 0 || (harmless && eligible.length <= 10)) return undefined;
  return text(bulkVerbWords[verb].phrase, { clusters: eligible.length });
}

/** `Reconcile 14 clusters`. */
export function actWords(verb: BulkVerb, clusters: number): string {
  return text(bulkVerbWords[verb].order, { clusters });
}

/** What a person has to have understood, once for all clusters that it is about. */
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

/** `1, then 5, then 8`: the clusters that are updated by the run itself. */
export function batchWords({ eligible }: Digests, sizes: readonly number[]): string {
  const batches = batchesOfRun(eligible, sizes).filter(({ inWindows }) => !inWindows);
  return inTurn(batches.map(({ from, to }) => formatNumber(to - from)));
}

/** How many clusters really change now, where others wait for their windows. */
export function windowSentence({ eligible }: Digests): string | undefined {
  const planned = eligible.filter(changesInWindow).length;
  if (planned === 0) return undefined;
  return text(
    "{now, plural, =0 {No cluster changes} one {# cluster changes} other {# clusters change}} now, {planned, number} in the maintenance window: those are written last, and no batch waits for them.",
    { now: eligible.length - planned, planned },
  );
}
