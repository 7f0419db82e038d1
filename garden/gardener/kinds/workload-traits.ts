import type { Shoot } from "#lib/garden/shoot.ts";

/** Annotation on a Shoot: what its simulated workload has besides some sound applications, separated by commas. */
export const workloadAnnotation = "almanac.garden/workload";

/** Peculiarities of a cluster's workload, most of them obstacles to an update. */
export const workloadTraits = [
  "budget-never",
  "budget-now",
  "budgets-overlap",
  "budget-unobserved",
  "pod-alone",
  "local-data",
  "not-evictable",
  "pods-waiting",
  "one-replica",
  "zonal-volumes",
  "volume-elsewhere",
  "local-volume",
  "job-running",
  "webhook-dead",
  "webhook-wide",
  "webhook-slow",
  "webhook-certificate",
  "webhook-url",
  "certificate-ended",
  "api-unavailable",
  "api-certificate",
  "removed-api",
  "node-cordoned",
] as const;
export type WorkloadTrait = (typeof workloadTraits)[number];

/** The traits in the annotation of a Shoot. Unknown ones are ignored. */
export function workloadTraitsOf({ metadata }: Pick<Shoot, "metadata">): ReadonlySet<WorkloadTrait> {
  const named = (metadata.annotations?.[workloadAnnotation] ?? "").split(",").map((part) => part.trim());
  return new Set(workloadTraits.filter((trait) => named.includes(trait)));
}

const blockingTraits: readonly WorkloadTrait[] = ["budget-never", "budget-now", "budgets-overlap", "budget-unobserved"];

/** Whether the workload of a Shoot has budgets that can block the drain of a Node. */
export function canBlockDrain(shoot: Pick<Shoot, "metadata">): boolean {
  const traits = workloadTraitsOf(shoot);
  return blockingTraits.some((trait) => traits.has(trait));
}

/** The number of additional Pods that the annotation asks for by `pods=<number>`, for measurements; 10,000 at most. */
export function additionalPodsOf({ metadata }: Pick<Shoot, "metadata">): number {
  const [, digits = "0"] = /(?:^|,)\s*pods=(\d{1,5})\b/.exec(metadata.annotations?.[workloadAnnotation] ?? "") ?? [];
  return Math.min(10_000, Number(digits));
}
