import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { errorCodeRule } from "#lib/policy/status/error-codes.ts";

/** Something that began with a cluster because somebody changed it or asked for an operation. */
export interface BegunAct {
  /** The generation that it began with. */
  readonly generation: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The type of the operation, as the wire has it. */
  readonly operation: string;
}

/** What was seen of a cluster when it was looked at last. */
export interface SeenGeneration {
  readonly generation: number;
  readonly hibernationEnabled: boolean;
  readonly deleting: boolean;
  /** It had failed in a way that Gardener retries by itself. */
  readonly retriedByGardener: boolean;
  readonly act: BegunAct | undefined;
}

/** For how long it is news that something began. */
export const begunIsNewsMs = dayMs;

function stateOf(row: FleetRow, generation: number, act: BegunAct | undefined): SeenGeneration {
  return {
    generation,
    hibernationEnabled: row.hibernationEnabled,
    deleting: row.deletionRequestedAt !== undefined,
    retriedByGardener: row.errorCodes.some((code) => errorCodeRule(code)?.retriedByControllerManager === true),
    act,
  };
}

/**
 * Whether Gardener itself may have made the generation grow: maintenance in its window, a schedule of hibernation, a retry
 * after a limit of the cloud, the second half of a move. Where the garden's record of writers names somebody else as the
 * last, it was not Gardener, in its window either. A deletion is told of by itself.
 */
function isPerhapsGardeners(before: SeenGeneration, row: FleetRow, now: number): boolean {
  const { window, lastOperation, hibernationEnabled, deletionRequestedAt, writtenBySomebody } = row;
  if (!before.deleting && deletionRequestedAt !== undefined) return true;
  if (lastOperation?.type === "Restore" || lastOperation?.type === "Create") return true;
  if (writtenBySomebody === true) return false;
  const { open, usableEndMs } = rowWindow(window, now) ?? {};
  if (open && usableEndMs !== undefined && now <= usableEndMs) return true;
  return before.hibernationEnabled !== hibernationEnabled || before.retriedByGardener;
}

/**
 * Looks at a cluster again. An act is what was observed to begin: gardenlet has taken up a newer generation. The annotation
 * that asks for an operation is gone within moments, and what maintenance leaves in it nobody has asked for.
 *
 * @param before what was seen last; undefined at the first look, which finds nothing new
 * @param now epoch milliseconds
 */
export function lookForAct(before: SeenGeneration | undefined, row: FleetRow, now: number): SeenGeneration | undefined {
  const { shootGeneration: generation, observed, lastOperation } = row;
  if (generation === undefined) return before;
  const grew = before !== undefined && observed && generation > before.generation;
  if (!grew) {
    // What nobody has taken up yet is looked at again.
    return stateOf(row, observed ? generation : (before?.generation ?? generation), before?.act);
  }
  if (isPerhapsGardeners(before, row, now)) return stateOf(row, generation, before.act);
  return stateOf(row, generation, { generation, at: now, operation: lastOperation?.type ?? "" });
}
