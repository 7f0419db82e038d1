import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { poolsOf } from "./version-state.ts";

/** A pool with its place in the list. */
interface PlacedPool {
  readonly index: number;
  readonly pool: Worker;
}

/** The pools that carry the control plane of their own Shoot; no Shoot can be stored with more than one. */
export function controlPlanePools(spec: ShootSpec): readonly PlacedPool[] {
  return poolsOf(spec).flatMap((pool, index) => (pool.controlPlane == null ? [] : [{ index, pool }]));
}

/**
 * Whether a Shoot carries its own control plane.
 * @source Gardener: pkg/api/core/helper, IsShootSelfHosted
 */
export function isSelfHosted(spec: ShootSpec): boolean {
  return controlPlanePools(spec).length > 0;
}
