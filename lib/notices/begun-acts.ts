import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { errorCodeRule } from "#lib/policy/status/error-codes.ts";

/** Operation that began on a cluster because a user changed it or requested an operation. */
export interface ObservedUserAct {
  /** Generation of the Shoot with which the operation began. */
  readonly generation: number;
  /** Time at which the operation began, in epoch milliseconds. */
  readonly at: number;
  /** Type of the operation, as in the Shoot's status. */
  readonly operation: string;
}

/** State of a cluster's generation when the watch rules were last evaluated. */
export interface GenerationSnapshot {
  readonly generation: number;
  readonly hibernationEnabled: boolean;
  readonly deleting: boolean;
  /** True after a failed operation that Gardener retries automatically. */
  readonly retriedByGardener: boolean;
  readonly act: ObservedUserAct | undefined;
}

/** Time for which a begun operation is reported. */
export const observedActNewsMs = dayMs;

function stateOf(row: FleetRow, generation: number, act: ObservedUserAct | undefined): GenerationSnapshot {
  return {
    generation,
    hibernationEnabled: row.hibernationEnabled,
    deleting: row.deletionRequestedAt !== undefined,
    retriedByGardener: row.errorCodes.some((code) => errorCodeRule(code)?.retriedByControllerManager === true),
    act,
  };
}

/**
 * Whether Gardener itself may have raised the generation: maintenance in its window, a hibernation schedule, a retry
 * after a cloud quota error, the second half of a control plane migration. If managedFields name someone else as the
 * last writer, Gardener is excluded, even in the window. A deletion is reported as an event of its own.
 */
function isPerhapsGardeners(before: GenerationSnapshot, row: FleetRow, now: number): boolean {
  const { window, lastOperation, hibernationEnabled, deletionRequestedAt, writtenBySomebody } = row;
  if (!before.deleting && deletionRequestedAt !== undefined) return true;
  if (lastOperation?.type === "Restore" || lastOperation?.type === "Create") return true;
  if (writtenBySomebody === true) return false;
  const { open, usableEndMs } = nextWindowOfRow(window, now) ?? {};
  if (open && usableEndMs !== undefined && now <= usableEndMs) return true;
  return before.hibernationEnabled !== hibernationEnabled || before.retriedByGardener;
}

/**
 * Compares a cluster with its state at the last evaluation. An operation counts once its begin is observed: gardenlet
 * has acted on a newer generation. The annotation that requests an operation is removed within moments, and operations
 * that maintenance writes into it were not requested by a user.
 *
 * @param before state at the last look; undefined at the first, which finds nothing new
 * @param now epoch milliseconds
 */
export function detectObservedUserAct(
  before: GenerationSnapshot | undefined,
  row: FleetRow,
  now: number,
): GenerationSnapshot | undefined {
  const { shootGeneration: generation, observed, lastOperation } = row;
  if (generation === undefined) return before;
  const grew = before !== undefined && observed && generation > before.generation;
  if (!grew) {
    // A generation that has not been acted on yet is compared again at the next evaluation.
    return stateOf(row, observed ? generation : (before?.generation ?? generation), before?.act);
  }
  if (isPerhapsGardeners(before, row, now)) return stateOf(row, generation, before.act);
  return stateOf(row, generation, { generation, at: now, operation: lastOperation?.type ?? "" });
}
