import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { errorCodeRule } from "#lib/policy/status/error-codes.ts";

/** Operation that began on a cluster because a user changed it or requested an operation. */
export interface BegunAct {
  /** Generation with which it began. */
  readonly generation: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Type of the operation, as in the Shoot's status. */
  readonly operation: string;
}

/** State of a cluster at the last look. */
export interface GenerationSnapshot {
  readonly generation: number;
  readonly hibernationEnabled: boolean;
  readonly deleting: boolean;
  /** True after a failure that Gardener retries automatically. */
  readonly retriedByGardener: boolean;
  readonly act: BegunAct | undefined;
}

/** How long the begin of an operation counts as news. */
export const begunActNewsMs = dayMs;

function stateOf(row: FleetRow, generation: number, act: BegunAct | undefined): GenerationSnapshot {
  return {
    generation,
    hibernationEnabled: row.hibernationEnabled,
    deleting: row.deletionRequestedAt !== undefined,
    retriedByGardener: row.errorCodes.some((code) => errorCodeRule(code)?.retriedByControllerManager === true),
    act,
  };
}

/**
 * Whether the generation may have grown because of Gardener itself: maintenance in its window, a hibernation schedule,
 * a retry after a cloud limit, the second half of a move. If the garden's record of writers names someone else as the
 * last writer, it was not Gardener, even in the window. A deletion is reported as an event of its own.
 */
function isPerhapsGardeners(before: GenerationSnapshot, row: FleetRow, now: number): boolean {
  const { window, lastOperation, hibernationEnabled, deletionRequestedAt, writtenBySomebody } = row;
  if (!before.deleting && deletionRequestedAt !== undefined) return true;
  if (lastOperation?.type === "Restore" || lastOperation?.type === "Create") return true;
  if (writtenBySomebody === true) return false;
  const { open, usableEndMs } = rowWindow(window, now) ?? {};
  if (open && usableEndMs !== undefined && now <= usableEndMs) return true;
  return before.hibernationEnabled !== hibernationEnabled || before.retriedByGardener;
}

/**
 * Compares a cluster with the last look. An operation counts once its begin is observed: gardenlet has acted on a newer
 * generation. The annotation that requests an operation is gone within moments, and what maintenance leaves in it was
 * not requested by a user.
 *
 * @param before state at the last look; undefined at the first, which finds nothing new
 * @param now epoch milliseconds
 */
export function detectBegunAct(
  before: GenerationSnapshot | undefined,
  row: FleetRow,
  now: number,
): GenerationSnapshot | undefined {
  const { shootGeneration: generation, observed, lastOperation } = row;
  if (generation === undefined) return before;
  const grew = before !== undefined && observed && generation > before.generation;
  if (!grew) {
    // A generation that has not been acted on yet is compared again at the next look.
    return stateOf(row, observed ? generation : (before?.generation ?? generation), before?.act);
  }
  if (isPerhapsGardeners(before, row, now)) return stateOf(row, generation, before.act);
  return stateOf(row, generation, { generation, at: now, operation: lastOperation?.type ?? "" });
}
