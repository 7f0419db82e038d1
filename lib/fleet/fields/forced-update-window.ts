import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseTimeWindow, type TimeWindow } from "#lib/policy/maintenance/time-window.ts";

/**
 * Returns the maintenance window in which Gardener may force a cluster off its Kubernetes version, because automatic
 * updates are off or a pool is pinned to its own version. Undefined for clusters that are updated automatically, and
 * for those without a readable window, because the time is unknown.
 */
export function forcedUpdateWindowOf({
  autoUpdate,
  pinnedPools,
  window,
  deletionRequestedAt,
}: FleetRow): TimeWindow | undefined {
  if (deletionRequestedAt !== undefined || (autoUpdate.kubernetes && pinnedPools.length === 0)) return undefined;
  const parsed = window === undefined ? undefined : parseTimeWindow(window);
  return parsed?.ok ? parsed.value : undefined;
}
