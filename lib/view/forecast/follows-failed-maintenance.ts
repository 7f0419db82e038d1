import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { dayMs } from "#lib/kube/time-units.ts";

export type MaintainedRow = Pick<FleetRow, "lastMaintenance" | "window">;

/**
 * Whether the last maintenance failed, and a step is expected in the next run, which tries again.
 *
 * @param at earliest time of the step; both times are epoch milliseconds
 */
export function followsFailedMaintenance({ lastMaintenance, window }: MaintainedRow, at: number, now: number): boolean {
  // Without a window, Gardener runs maintenance once a day at any time.
  return lastMaintenance?.state === "Failed" && at <= (nextWindowOfRow(window, now)?.usableEndMs ?? now + dayMs);
}
