import {
  type ClusterRowWithDiagnosis,
  type RowReconcileBlocker,
  reconcileBlockerOfRow,
} from "#lib/policy/next/row-state.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";
import { type ActTrace, isSeedMoveTrace } from "./act-trace.ts";

const reasons: Readonly<Record<Exclude<RowReconcileBlocker, "perhaps-ignored">, OperationReason>> = {
  ignored: { id: "ignored" },
  "seed-stopped": { id: "emergency-stop" },
  "seed-silent": { id: "seed-silent" },
  "seed-not-ready": { id: "seed-not-ready" },
  "leaving-seed": { id: "leaving-seed" },
};

/**
 * Returns why Gardener does not act on a cluster, according to its row; undefined unless it is certain.
 *
 * @param trace the action that waits: a move waits for its own destination, every other one for the end of the move
 */
export function blockedReasonOf(row: ClusterRowWithDiagnosis, trace?: ActTrace): OperationReason | undefined {
  const hold = reconcileBlockerOfRow(row);
  if (hold === undefined || hold === "perhaps-ignored") return undefined;
  return hold === "leaving-seed" && trace && isSeedMoveTrace(trace) ? { id: "destination-not-ready" } : reasons[hold];
}
