import type { FleetRow } from "#lib/contract/fleet.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { batchesOf } from "./batches.ts";
import type { BulkCluster, BulkRun, PreviewDigest, StopRule } from "./bulk-run.ts";

/** What a preview said of one cluster of a plan. */
export type PlanEntry =
  | { readonly kind: "eligible"; readonly digest: PreviewDigest }
  | { readonly kind: "excluded"; readonly reason: string };

export interface Plan {
  /** Clusters that will be asked, in the order of the run. */
  readonly eligible: readonly { readonly cluster: BulkCluster; readonly digest: PreviewDigest }[];
  readonly excluded: readonly { readonly cluster: BulkCluster; readonly reason: string }[];
  /** Clusters of which nothing is known yet. */
  readonly open: readonly BulkCluster[];
}

export function planOf({ clusters }: BulkRun, entries: ReadonlyMap<string, PlanEntry>): Plan {
  const eligible: Plan["eligible"][number][] = [];
  const excluded: Plan["excluded"][number][] = [];
  const open: BulkCluster[] = [];
  for (const cluster of clusters) {
    const entry = entries.get(cluster.uid);
    if (entry === undefined) open.push(cluster);
    else if (entry.kind === "eligible") eligible.push({ cluster, digest: entry.digest });
    else excluded.push({ cluster, reason: entry.reason });
  }
  return { eligible, excluded, open };
}

/** What a preview means for a plan: a cluster that the live list does not show could not be followed. */
export function planEntry(digest: PreviewDigest, cluster: BulkCluster, row: FleetRow | undefined): PlanEntry {
  if (digest.uid !== cluster.uid)
    return { kind: "excluded", reason: "The cluster was deleted and recreated since it was marked." };
  if (digest.refusal !== undefined) return { kind: "excluded", reason: digest.refusal };
  if (row === undefined) return { kind: "excluded", reason: "The live list does not show this cluster." };
  return { kind: "eligible", digest };
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

/** What has to be typed; undefined where a click is enough: ten clusters or fewer, and nothing that costs a dialog. */
export function phraseOf({ verb }: Pick<BulkRun, "verb">, { eligible }: Pick<Plan, "eligible">): string | undefined {
  const harmless = eligible.every(({ digest }) => digest.tier === "popover");
  if (eligible.length === 0 || (harmless && eligible.length <= 10)) return undefined;
  return actWords(verb, eligible.length).toLowerCase();
}

/** `Reconcile 14 clusters`. */
export function actWords(verb: string, count: number): string {
  return `${verb} ${countOf(count, "cluster")}`;
}

/** What a person has to have understood, once for all clusters that it is about. */
export function consequencesOf({ eligible }: Pick<Plan, "eligible">) {
  const found = new Map<string, { sentence: string; clusters: number }>();
  for (const { digest } of eligible) {
    for (const { sentence } of digest.consequences) {
      const known = found.get(sentence);
      found.set(sentence, { sentence, clusters: (known?.clusters ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((left, right) => right.clusters - left.clusters);
}

/** `1, then 5, then 8`. */
export function batchWords(count: number, sizes: readonly number[]): string {
  return batchesOf(count, sizes)
    .map(({ from, to }) => formatNumber(to - from))
    .join(", then ");
}
