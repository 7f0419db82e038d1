import { type RowOfNext, rowReconcileBlockers } from "./row-state.ts";

/** A row with its last operation. */
export interface RowWithOperation extends RowOfNext {
  readonly lastOperation?: { readonly type?: string | undefined; readonly state?: string | undefined } | undefined;
}

/**
 * Status of a row's last operation. `ended`: finished well; `begins-again`: Gardener resumes or retries it by itself;
 * `held`: it does not continue until something else has happened.
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

/** Status of the last operation, consistent with Gardener's predicted next action. */
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

/** Whether a request still has to be carried out. */
export function isUnfinished(row: RowWithOperation): boolean {
  return (
    row.next.subject === "change-pending" || row.next.waiting !== undefined || !atRest.has(operationStateOfRow(row))
  );
}

/** Whether the cluster needs a retry to continue. */
export function waitsForRetry(row: RowWithOperation): boolean {
  return operationStateOfRow(row) === "failed";
}
