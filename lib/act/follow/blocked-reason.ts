import {
  type ClusterRowWithDiagnosis,
  type RowReconcileBlocker,
  reconcileBlockerOfRow,
} from "#lib/policy/next/row-state.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";

const reasons: Readonly<Record<Exclude<RowReconcileBlocker, "perhaps-ignored">, OperationReason>> = {
  ignored: { id: "ignored" },
  "seed-stopped": { id: "emergency-stop" },
  "seed-silent": { id: "seed-silent" },
  "seed-not-ready": { id: "seed-not-ready" },
  "leaving-seed": { id: "leaving-seed" },
};

/** Returns why Gardener does not act on a cluster, according to its row; undefined unless it is certain. */
export function blockedReasonOf(row: ClusterRowWithDiagnosis): OperationReason | undefined {
  const hold = reconcileBlockerOfRow(row);
  return hold === undefined || hold === "perhaps-ignored" ? undefined : reasons[hold];
}
