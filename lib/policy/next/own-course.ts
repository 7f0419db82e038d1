import { type RowOfOperation, waitsForRetry } from "./row-operation.ts";
import { failedStates, rowHold, rowState, standstills } from "./row-state.ts";

/** A row with what tells whether it is being deleted. */
export interface RowOfCourse extends RowOfOperation {
  readonly deletionRequestedAt?: string | undefined;
}

/**
 * What Gardener does to a cluster of itself, before anybody has acted. `goes-on`: it reconciles it again, and tries again
 * what has failed. `perhaps`: unless the operator lets it ignore the cluster. `failed`: nothing until it is retried.
 * `held`: nothing until something else has ended. `ending`: nothing but its deletion.
 */
export const ownCourses = ["goes-on", "perhaps", "failed", "held", "ending"] as const;
export type OwnCourse = (typeof ownCourses)[number];

/** What Gardener does to the cluster of a row of itself, the surest obstacle first. */
export function ownCourse(row: RowOfCourse): OwnCourse {
  const hold = rowHold(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return "held";
  const state = rowState(row);
  if (waitsForRetry(row) || failedStates.includes(state)) return "failed";
  if (standstills.includes(state)) return "held";
  if (hold !== undefined) return "perhaps";
  return row.deletionRequestedAt === undefined ? "goes-on" : "ending";
}
