import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { operationStateOfRow, type RowOperationState, type RowWithOperation } from "../next/row-operation.ts";
import { reconcileBlockerOfRow } from "../next/row-state.ts";

/** What a cluster did since the gardenlet of its Seed got its current release. */
export const rollOutStates = ["done", "failed", "retrying", "running", "held", "waiting", "unknown"] as const;
export type RollOutState = (typeof rollOutStates)[number];

/** What a row of the cluster list tells of the gardenlet that reconciled the cluster. */
export interface RolledOutCluster extends RowWithOperation {
  /** Release in `status.gardener.version`: that of the gardenlet that began the last operation. */
  readonly gardenerVersion?: string | undefined;
  readonly deletionRequestedAt?: string | undefined;
}

const stateOfOperation: Readonly<Record<RowOperationState, RollOutState>> = {
  ended: "done",
  failed: "failed",
  retrying: "retrying",
  "begins-again": "retrying",
  running: "running",
  pending: "waiting",
  held: "held",
  none: "unknown",
  unknown: "unknown",
};

/**
 * What a cluster did since its Seed's gardenlet got its release. The gardenlet writes its own release into the Shoot's
 * status when it begins an operation, so a Shoot with another release waits, unless something holds Gardener back from
 * it. A cluster in deletion is never done.
 *
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go (updateShootStatusOperationStart)
 */
export function rollOutStateOf(cluster: RolledOutCluster, ofSeed: string | undefined): RollOutState {
  if (ofSeed === undefined) return "unknown";
  const isBegun = cluster.gardenerVersion === ofSeed;
  const state = isBegun ? stateOfOperation[operationStateOfRow(cluster)] : "waiting";
  if (state === "failed" || state === "retrying") return state;
  if (cluster.deletionRequestedAt !== undefined) return "held";
  return state === "waiting" && isHeldBack(cluster) ? "held" : state;
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
