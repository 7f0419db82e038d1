import type { Shoot } from "#lib/garden/shoot.ts";

/** Whether the Shoot sleeps, or is on its way there or back. `status.hibernated` follows only at success. */
export type HibernationState = "awake" | "hibernating" | "hibernated" | "waking-up";

/** @source Gardener: helper HibernationIsEnabled and status.hibernated */
export function hibernationState({ spec, status }: Shoot): HibernationState {
  const wanted = spec.hibernation?.enabled === true;
  const reached = status?.hibernated === true;
  if (wanted) return reached ? "hibernated" : "hibernating";
  return reached ? "waking-up" : "awake";
}
