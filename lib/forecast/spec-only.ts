import type { FleetRow } from "#lib/contract/fleet.ts";
import { message } from "#lib/language/text.ts";
import { rowHold } from "#lib/policy/next/row-state.ts";

/**
 * Whether maintenance changes the specification of a cluster and nothing moves the cluster itself, as things stand: it is
 * held back, or it has failed and a change does not wake Gardener, because changes are confined to the window.
 */
export function isSpecOnly(row: Pick<FleetRow, "next" | "confineSpecUpdateRollout">) {
  const hold = rowHold(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return true;
  return row.next.subject === "failed" && row.confineSpecUpdateRollout;
}

export const specOnlySentence = message(
  "Gardener does nothing to this cluster now: as long as that lasts, maintenance changes its specification only.",
);
