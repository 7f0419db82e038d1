import type { FleetRow } from "#lib/contract/fleet.ts";
import { message } from "#lib/language/text.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";

/**
 * Returns whether, as things stand, maintenance changes a cluster's spec without any rollout to the cluster: Gardener
 * is held back, or the cluster has failed and changes do not restart it, because they are confined to the window.
 */
export function isSpecOnly(row: Pick<FleetRow, "next" | "confineSpecUpdateRollout">) {
  const hold = reconcileBlockerOfRow(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return true;
  return row.next.subject === "failed" && row.confineSpecUpdateRollout;
}

export const specOnlyDescription = message(
  "Gardener does nothing to this cluster now: as long as that lasts, maintenance changes its specification only.",
);
