import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseTimeWindow, type TimeWindow } from "#lib/policy/maintenance/time-window.ts";

/**
 * Returns the window in which maintenance may force a cluster off a Kubernetes version that it is held on, because
 * automatic updates are off or a pool is pinned to its own version. Undefined for clusters that are not held, and for
 * those without a readable window, because theirs is unknown.
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
