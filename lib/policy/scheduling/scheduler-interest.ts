import type { Shoot } from "#lib/garden/shoot.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";

/**
 * Whether the scheduler looks for a Seed at all: none is named, the Shoot stays, no other scheduler is to do it, and the
 * control plane is not to run in the cluster itself.
 * @source Gardener: pkg/scheduler/controller/shoot/add.go
 */
export function schedulerLooksAt({ metadata, spec }: Shoot): boolean {
  if (spec.seedName != null || metadata.deletionTimestamp != null || isSelfHosted(spec)) return false;
  return (spec.schedulerName ?? "default-scheduler") === "default-scheduler";
}

const firstRetryMs = 5;
const longestRetryMs = 1_000_000;

/**
 * How long the scheduler waits before its next try, after so many failures in a row: twice as long each time, up to
 * almost 17 minutes.
 * @source client-go: util/workqueue/default_rate_limiters.go
 */
export function schedulerRetryMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** Math.max(failures - 1, 0), longestRetryMs);
}
