import type { ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";

/** The versions of one worker pool. `kubernetes` is undefined when it follows the control plane. */
export interface PoolVersions {
  readonly name: string;
  readonly kubernetes: string | undefined;
  /** Version of the pool's machine image; empty when the spec names none. */
  readonly image: string;
}

/** The versions of a Shoot that maintenance updates, pools in the order of the spec. */
export interface ShootVersions {
  readonly kubernetes: string;
  readonly pools: readonly PoolVersions[];
}

/** The pools of a Shoot, without null entries. */
export function workerPoolsOf(spec: ShootSpec): readonly Worker[] {
  return (spec.provider?.workers ?? []).filter((pool) => pool !== null && pool !== undefined);
}

/** The versions in a spec. Missing versions become empty strings, which no rule can parse. */
export function shootVersionsOf(spec: ShootSpec): ShootVersions {
  return {
    kubernetes: spec.kubernetes?.version ?? "",
    pools: workerPoolsOf(spec).map((pool) => ({
      name: pool.name,
      kubernetes: pool.kubernetes?.version || undefined,
      image: pool.machine?.image?.version ?? "",
    })),
  };
}

/** The kubelet version of a pool: its own, else the control plane's. */
export function kubeletVersionOfPool(state: ShootVersions, pool: PoolVersions): string {
  return pool.kubernetes ?? state.kubernetes;
}

function withPoolVersions(pool: Worker, versions: PoolVersions | undefined): Worker {
  if (versions === undefined) return pool;
  const { image } = pool.machine;
  return {
    ...pool,
    ...(image && { machine: { ...pool.machine, image: { ...image, version: versions.image } } }),
    ...(versions.kubernetes && { kubernetes: { ...pool.kubernetes, version: versions.kubernetes } }),
  };
}

/** The spec with the given versions of control plane and pools. Pools are matched by index. */
export function withVersions(spec: ShootSpec, state: ShootVersions): ShootSpec {
  const workers = workerPoolsOf(spec).map((pool, index) => withPoolVersions(pool, state.pools[index]));
  return {
    ...spec,
    kubernetes: { ...spec.kubernetes, version: state.kubernetes },
    provider: { ...spec.provider, ...(workers.length > 0 && { workers }) },
  };
}

/**
 * The in-place pools whose last update is not finished.
 *
 * @source Gardener: status.inPlaceUpdates.pendingWorkerUpdates of a Shoot
 */
export function pendingInPlacePoolNames(shoot: {
  readonly status?: { readonly inPlaceUpdates?: ShootStatus["inPlaceUpdates"] | undefined } | null | undefined;
}): ReadonlySet<string> {
  const pending = shoot.status?.inPlaceUpdates?.pendingWorkerUpdates;
  return new Set(
    [pending?.autoInPlaceUpdate, pending?.manualInPlaceUpdate].flatMap((names) => (Array.isArray(names) ? names : [])),
  );
}
