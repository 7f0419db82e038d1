import type { Shoot } from "#lib/garden/shoot.ts";
import { readLastOperation } from "./last-operation.ts";

/** Where a Shoot stands, in one word. `retrying` is not `failed`: Gardener goes on by itself. */
export const shootPhases = ["new", "ready", "working", "retrying", "failed", "waiting", "deleting", "unknown"] as const;
export type ShootPhase = (typeof shootPhases)[number];

/**
 * The phase of a Shoot. Deletion outranks everything; a Shoot that gardenlet or the scheduler holds back is `waiting`.
 * @source Gardener docs, usage/shoot/shoot_status
 */
export function shootPhase({ metadata, status }: Shoot): ShootPhase {
  if (metadata.deletionTimestamp) return "deleting";
  const { meaning } = readLastOperation(status?.lastOperation);
  switch (meaning) {
    case "never-reconciled":
      return "new";
    case "finished":
      return "ready";
    case "running":
      return "working";
    case "retrying":
      return "retrying";
    case "stopped":
      return "failed";
    case "not-scheduled":
    case "skipped":
      return "waiting";
    case "aborted":
      // Only a migration is aborted; the destination then restores by itself.
      return "working";
    case "unrecognised":
      return "unknown";
    default:
      return meaning satisfies never;
  }
}

/** Whether the Shoot sleeps, or is on its way there or back. `status.hibernated` follows only at success. */
export type HibernationState = "awake" | "hibernating" | "hibernated" | "waking-up";

/** @source Gardener: helper HibernationIsEnabled and status.hibernated */
export function hibernationState({ spec, status }: Shoot): HibernationState {
  const wanted = spec.hibernation?.enabled === true;
  const reached = status?.hibernated === true;
  if (wanted) return reached ? "hibernated" : "hibernating";
  return reached ? "waking-up" : "awake";
}
