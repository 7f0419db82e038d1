import { type RowOfNext, type RowReconcileBlocker, reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import type { Reason } from "#lib/policy/operations/reasons.ts";

const reasons: Readonly<Record<Exclude<RowReconcileBlocker, "perhaps-ignored">, Reason>> = {
  ignored: { id: "ignored" },
  "seed-stopped": { id: "emergency-stop" },
  "seed-silent": { id: "seed-silent" },
  "seed-not-ready": { id: "seed-not-ready" },
  "leaving-seed": { id: "leaving-seed" },
};

/** Why Gardener does not act on a cluster, judged by its row; undefined unless it is certain. */
export function blockedReasonOf(row: RowOfNext): Reason | undefined {
  const hold = reconcileBlockerOfRow(row);
  return hold === undefined || hold === "perhaps-ignored" ? undefined : reasons[hold];
}
