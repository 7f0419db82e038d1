import { doesRowWaitForRetry, type RowWithOperation } from "./row-operation.ts";
import { clusterRowStateOf, failedStates, reconcileBlockerOfRow, stalledRowStates } from "./row-state.ts";

/** A row of the cluster list, with the time at which deletion was requested. */
export interface RowWithDeletion extends RowWithOperation {
  readonly deletionRequestedAt?: string | undefined;
}

/**
 * What Gardener does with a cluster by itself, without any user action. `goes-on`: Gardener reconciles and retries.
 * `perhaps`: Gardener does so unless the operator has enabled the cluster's ignore annotation. `failed`: nothing until
 * a retry is requested. `held`: nothing until a blocking condition has ended. `ending`: only the deletion.
 */
export const automaticHandlings = ["goes-on", "perhaps", "failed", "held", "ending"] as const;
export type AutomaticHandling = (typeof automaticHandlings)[number];

/** What Gardener does by itself with the cluster of a row; conditions that certainly block Gardener take precedence. */
export function automaticHandlingOf(row: RowWithDeletion): AutomaticHandling {
  const hold = reconcileBlockerOfRow(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return "held";
  const state = clusterRowStateOf(row);
  if (doesRowWaitForRetry(row) || failedStates.includes(state)) return "failed";
  if (stalledRowStates.includes(state)) return "held";
  if (hold !== undefined) return "perhaps";
  return row.deletionRequestedAt === undefined ? "goes-on" : "ending";
}
