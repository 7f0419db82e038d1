import { type ClusterRowWithDiagnosis, rowReconcileBlockers } from "./row-state.ts";

/** A row of the cluster list with its last operation. */
export interface RowWithOperation extends ClusterRowWithDiagnosis {
  readonly lastOperation?: { readonly type?: string | undefined; readonly state?: string | undefined } | undefined;
}

/**
 * Status of a row's last operation. `ended`: finished successfully; `begins-again`: Gardener resumes or retries the
 * operation by itself; `held`: the operation does not continue until a blocking condition has ended.
 */
export type RowOperationState =
  | "none"
  | "ended"
  | "pending"
  | "running"
  | "held"
  | "begins-again"
  | "retrying"
  | "failed"
  | "unknown";

/** Status of a row's last operation, consistent with Gardener's predicted next action. */
export function operationStateOfRow({ next: { subject, turn }, lastOperation }: RowWithOperation): RowOperationState {
  if (lastOperation === undefined) return "none";
  switch (lastOperation.state) {
    case "Succeeded":
      return "ended";
    case "Failed":
      if (subject === "failed" || subject === "deletion-failed") return "failed";
      return turn === "Gardener" ? "begins-again" : "held";
    case "Error":
      if (subject === "retrying") return "retrying";
      return turn === "Gardener" ? "begins-again" : "held";
    case "Aborted":
      return turn === "Gardener" ? "begins-again" : "held";
    case "Processing":
      return heldBy.has(subject) ? "held" : "running";
    case "Pending":
      return heldBy.has(subject) ? "held" : "pending";
    default:
      return "unknown";
  }
}

const heldBy: ReadonlySet<string> = new Set(rowReconcileBlockers);

const atRest: ReadonlySet<RowOperationState> = new Set([...(["none", "ended", "failed", "unknown"] as const)]);

/** Whether something about the cluster of a row still has to be carried out: a change or its last operation. */
export function isRowOperationUnfinished(row: RowWithOperation): boolean {
  return (
    row.next.subject === "change-pending" || row.next.waiting !== undefined || !atRest.has(operationStateOfRow(row))
  );
}

/** Whether changes of the spec wait for the maintenance window, to which the cluster confines their rollout. */
export function doChangesWaitForWindow({ next: { subject, notes } }: ClusterRowWithDiagnosis): boolean {
  return subject === "changes-held" || notes?.includes("changes-held") === true;
}

/** Whether the cluster of a row needs a retry to continue. */
export function doesRowWaitForRetry(row: RowWithOperation): boolean {
  return operationStateOfRow(row) === "failed";
}
