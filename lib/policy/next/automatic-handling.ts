import { type RowWithOperation, waitsForRetry } from "./row-operation.ts";
import { failedStates, reconcileBlockerOfRow, rowState, standstills } from "./row-state.ts";

/** A row, with the time its deletion was requested. */
export interface RowWithDeletion extends RowWithOperation {
  readonly deletionRequestedAt?: string | undefined;
}

/**
 * Gardener's handling of a cluster by itself, without any user action. `goes-on`: it reconciles and retries.
 * `perhaps`: the same, unless the operator lets it ignore the cluster. `failed`: nothing until a retry. `held`: nothing
 * until something else has ended. `ending`: only the deletion.
 */
export const automaticHandlings = ["goes-on", "perhaps", "failed", "held", "ending"] as const;
export type AutomaticHandling = (typeof automaticHandlings)[number];

/** Gardener's own handling of a row's cluster; certain obstacles take precedence. */
export function automaticHandlingOf(row: RowWithDeletion): AutomaticHandling {
  const hold = reconcileBlockerOfRow(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return "held";
  const state = rowState(row);
  if (waitsForRetry(row) || failedStates.includes(state)) return "failed";
  if (standstills.includes(state)) return "held";
  if (hold !== undefined) return "perhaps";
  return row.deletionRequestedAt === undefined ? "goes-on" : "ending";
}
