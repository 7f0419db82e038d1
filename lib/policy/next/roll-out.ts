import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { RowWithOperation } from "./row-operation.ts";
import { clusterRowStateOf, failedStates, reconcileBlockerOfRow } from "./row-state.ts";

/** What a cluster did since the gardenlet of its Seed got its current release. */
export const rollOutStates = ["done", "failed", "retrying", "running", "held", "waiting", "unknown"] as const;
export type RollOutState = (typeof rollOutStates)[number];

/** What a row of the cluster list tells of the gardenlet that reconciled the cluster. */
export interface RolledOutCluster extends RowWithOperation {
  /** Release in `status.gardener.version`: that of the gardenlet that began the last operation. */
  readonly gardenerVersion?: string | undefined;
  readonly deletionRequestedAt?: string | undefined;
}

const failures: readonly string[] = ["Error", "Failed", "Aborted"];

/**
 * What a cluster did since its Seed's gardenlet got its release. The gardenlet writes its own release into the Shoot's
 * status when it begins an operation, so a Shoot with another release waits, unless something holds Gardener back from
 * it. A cluster in deletion is never done. For each state with a link, filters of the cluster list say the same.
 *
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go (updateShootStatusOperationStart)
 */
export function rollOutStateOf(cluster: RolledOutCluster, ofSeed: string | undefined): RollOutState {
  if (ofSeed === undefined) return "unknown";
  const operation = cluster.gardenerVersion === ofSeed ? (cluster.lastOperation?.state ?? "") : undefined;
  const isDeleted = cluster.deletionRequestedAt !== undefined;
  if (operation === "Succeeded" && !isDeleted) return "done";
  const isFailure = operation !== undefined && failures.includes(operation);
  if (isFailure && failedStates.includes(clusterRowStateOf(cluster))) return "failed";
  // A gardenlet writes Pending for a Shoot that it skips.
  if (isDeleted || isHeldBack(cluster) || operation === "Pending") return "held";
  if (operation === undefined) return "waiting";
  if (isFailure) return "retrying";
  return operation === "Processing" ? "running" : "unknown";
}

/** Whether the last operation of a cluster is one of its Seed's present gardenlet, and did not succeed. */
export function didRollOutFail({ gardenerVersion, lastOperation }: RolledOutCluster, ofSeed: string | undefined) {
  return ofSeed !== undefined && gardenerVersion === ofSeed && failures.includes(lastOperation?.state ?? "");
}

/** An annotation that possibly counts holds nothing back for certain. */
function isHeldBack(cluster: RolledOutCluster): boolean {
  return ![undefined, "perhaps-ignored"].includes(reconcileBlockerOfRow(cluster));
}

/** How fast clusters of a Seed are reconciled by a new gardenlet, and when the last one is. Times in epoch ms. */
export interface RollOutPace {
  /** Clusters that finished after `since`, which is when the first one did. */
  readonly finished: number;
  readonly since: number;
  readonly perHour: number;
  readonly earliestEnd: number;
  readonly latestEnd: number;
}

/** Fewer clusters say nothing about those that follow. */
const leastFinished = 10;
const leastWindowMs = 10 * minuteMs;
/** A gardenlet reconciles each Shoot every hour: after that, the last operation of a Shoot is no longer the first. */
const longestWindowMs = 50 * minuteMs;

/**
 * Pace of a roll-out, provided that clusters finish independently of each other and go on at the same rate. Then the
 * last one ends within the interval in 95 of 100 cases.
 *
 * @param finishedAt times at which clusters last finished, in epoch milliseconds, in any order
 * @param remaining number of clusters that wait or are in progress
 * @returns `early` if too little is observed, `late` if ends can no longer be told from those of later operations
 */
export function rollOutPace(
  finishedAt: readonly number[],
  remaining: number,
  now: number,
): RollOutPace | "early" | "late" {
  const since = finishedAt.reduce((earliest, at) => Math.min(earliest, at), now);
  const windowMs = now - since;
  if (windowMs > longestWindowMs) return "late";
  if (windowMs < leastWindowMs || finishedAt.length < leastFinished) return "early";
  // The first one sets the begin of the window, so it does not count in it.
  const finished = finishedAt.length - 1;
  const { least, most } = likelyWait(remaining, finished);
  return {
    finished,
    since,
    perHour: (finished * hourMs) / windowMs,
    earliestEnd: now + least * windowMs,
    latestEnd: now + most * windowMs,
  };
}

/**
 * How long the next `wanted` events of a Poisson process take after `seen` events in a time of one, in 95 of 100 cases.
 * The wait is beta prime distributed; the present lies between two events, so each bound takes the one on its side.
 */
function likelyWait(wanted: number, seen: number): { readonly least: number; readonly most: number } {
  return { least: waitQuantile(0.025, wanted, seen + 1), most: waitQuantile(0.975, wanted, seen) };
}

/** Quantile of the beta prime distribution with whole parameters, as the odds of a chance found by bisection. */
function waitQuantile(probability: number, wanted: number, seen: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const chance = (low + high) / 2;
    if (chanceOfAtLeast(wanted, wanted + seen - 1, chance) < probability) low = chance;
    else high = chance;
  }
  return low / (1 - low);
}

/** Probability of at least `count` successes in a number of trials. Logarithms keep large binomials finite. */
function chanceOfAtLeast(count: number, trials: number, chance: number): number {
  const odds = Math.log(chance) - Math.log1p(-chance);
  let term = trials * Math.log1p(-chance);
  let sum = 0;
  for (let successes = 0; successes <= trials; successes++) {
    if (successes >= count) sum += Math.exp(term);
    term += Math.log((trials - successes) / (successes + 1)) + odds;
  }
  return sum;
}
