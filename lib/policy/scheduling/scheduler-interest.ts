import type { Shoot } from "#lib/garden/shoot.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { readLastOperation } from "../status/last-operation.ts";

/**
 * Whether the scheduler handles the Shoot: it has no Seed, is not in deletion, uses the default scheduler, and is not
 * self-hosted.
 * @source Gardener: pkg/scheduler/controller/shoot/add.go
 */
export function isHandledByScheduler({ metadata, spec }: Shoot): boolean {
  if (spec.seedName != null || metadata.deletionTimestamp != null || isSelfHosted(spec)) return false;
  return (spec.schedulerName ?? "default-scheduler") === "default-scheduler";
}

/** Whether the scheduler has found no Seed for the Shoot, and tries again. */
export function isWaitingForSeed(shoot: Shoot): boolean {
  return isHandledByScheduler(shoot) && readLastOperation(shoot.status?.lastOperation).meaning === "not-scheduled";
}

const firstRetryMs = 5;
const longestRetryMs = 1_000_000;

/**
 * Delay before the scheduler's next attempt after a number of consecutive failures: doubled each time, up to almost 17
 * minutes.
 * @source client-go: util/workqueue/default_rate_limiters.go
 */
export function schedulerRetryMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** Math.max(failures - 1, 0), longestRetryMs);
}
