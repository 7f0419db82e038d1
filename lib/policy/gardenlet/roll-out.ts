import { hourMs, minuteMs } from "#lib/kube/time-units.ts";

/** What a cluster did since the gardenlet of its Seed got its current release. */
export const rollOutStates = ["done", "failed", "retrying", "running", "waiting", "unknown"] as const;
export type RollOutState = (typeof rollOutStates)[number];

/** What the status of a Shoot tells of the gardenlet that reconciled it. */
export interface RolledOutShoot {
  /** Release in `status.gardener.version`: that of the gardenlet that began the last operation. */
  readonly gardenerVersion?: string | undefined;
  readonly lastOperation?: { readonly state?: string | undefined } | undefined;
}

/**
 * What a cluster did since its Seed's gardenlet got its release. The gardenlet writes its own release into the Shoot's
 * status when it begins an operation, so a Shoot with another release waits.
 *
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go (updateShootStatusOperationStart)
 */
export function rollOutStateOf(
  { gardenerVersion, lastOperation }: RolledOutShoot,
  ofSeed: string | undefined,
): RollOutState {
  if (ofSeed === undefined) return "unknown";
  if (gardenerVersion !== ofSeed) return "waiting";
  switch (lastOperation?.state) {
    case "Succeeded":
      return "done";
    case "Failed":
    case "Aborted":
      return "failed";
    case "Error":
      return "retrying";
    case "Processing":
    case "Pending":
      return "running";
    default:
      return "unknown";
  }
}

/** How fast clusters of a Seed are reconciled by a new gardenlet, and when the last one is. Times in epoch ms. */
export interface RollOutPace {
  /** Clusters that finished since `since`. */
  readonly finished: number;
  readonly since: number;
  readonly perHour: number;
  readonly earliestEnd: number;
  readonly latestEnd: number;
}

/** Fewer clusters say nothing about those that follow. */
const leastFinished = 10;
const leastWindowMs = 10 * minuteMs;
/** Gardener reconciles each Shoot once a day: after that, the last operation is no longer the first one. */
const longestWindowMs = 20 * hourMs;

/**
 * Pace of a roll-out, provided that clusters finish independently of each other and go on at the same rate. The
 * interval covers 95 % of what such a rate leads to. Undefined when too little is observed.
 *
 * @param finishedAt times at which clusters finished, in epoch milliseconds, in any order
 * @param remaining number of clusters that wait or are in progress
 */
export function rollOutPace(finishedAt: readonly number[], remaining: number, now: number): RollOutPace | undefined {
  if (remaining === 0 || finishedAt.length < leastFinished) return undefined;
  const since = finishedAt.reduce((earliest, at) => Math.min(earliest, at), now);
  const windowMs = now - since;
  if (windowMs < leastWindowMs || windowMs > longestWindowMs) return undefined;
  const finished = finishedAt.length;
  const deviation = 1.96 * Math.sqrt(finished);
  const after = (count: number) => now + (remaining * windowMs) / count;
  return {
    finished,
    since,
    perHour: (finished * hourMs) / windowMs,
    earliestEnd: after(finished + deviation),
    latestEnd: after(finished - deviation),
  };
}
