import type { Shoot } from "#lib/garden/shoot.ts";

/** Whether the Shoot is hibernated, awake or in transition. `status.hibernated` changes only at success. */
export type HibernationState = "awake" | "hibernating" | "hibernated" | "waking-up";

/** Whether a Shoot is hibernated, awake or in transition. @source Gardener: HibernationIsEnabled, status.hibernated */
export function hibernationState({ spec, status }: Shoot): HibernationState {
  const wanted = spec.hibernation?.enabled === true;
  const reached = status?.hibernated === true;
  if (wanted) return reached ? "hibernated" : "hibernating";
  return reached ? "waking-up" : "awake";
}
