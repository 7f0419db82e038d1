import type { FleetRow } from "#lib/contract/fleet.ts";
import { message } from "#lib/language/text.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";

/**
 * Returns whether maintenance now changes a cluster's spec without any rollout: Gardener is held back, or the last
 * operation failed and changes do not restart it, because their rollout is confined to the maintenance window.
 */
export function maintenanceChangesSpecOnly(row: Pick<FleetRow, "next" | "confineSpecUpdateRollout">) {
  const hold = reconcileBlockerOfRow(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return true;
  return row.next.subject === "failed" && row.confineSpecUpdateRollout;
}

export const specOnlyChangeDescription = message(
  "Gardener does nothing to this cluster now: as long as that lasts, maintenance changes its specification only.",
);
