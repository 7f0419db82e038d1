import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { workerPoolsOf } from "./version-state.ts";

/** A pool with its index in the list. */
interface PlacedPool {
  readonly index: number;
  readonly pool: Worker;
}

/** The pools that host their own Shoot's control plane; the API server accepts at most one. */
export function controlPlanePools(spec: ShootSpec): readonly PlacedPool[] {
  return workerPoolsOf(spec).flatMap((pool, index) => (pool.controlPlane == null ? [] : [{ index, pool }]));
}

/**
 * Whether a Shoot hosts its own control plane.
 * @source Gardener: pkg/api/core/helper, IsShootSelfHosted
 */
export function isSelfHosted(spec: ShootSpec): boolean {
  return controlPlanePools(spec).length > 0;
}
