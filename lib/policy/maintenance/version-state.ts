import type { ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";

/** The versions of one worker pool. `kubernetes` is undefined when it follows the control plane. */
export interface PoolVersions {
  readonly name: string;
  readonly kubernetes: string | undefined;
  /** Empty when the spec names no image version. */
  readonly image: string;
}

/** What maintenance moves: the versions of a Shoot, pools in the order of the spec. */
export interface VersionState {
  readonly kubernetes: string;
  readonly pools: readonly PoolVersions[];
}

/** The pools of a Shoot; a null entry of the list is left out. */
export function poolsOf(spec: ShootSpec): readonly Worker[] {
  return (spec.provider?.workers ?? []).filter((pool) => pool !== null && pool !== undefined);
}

/** The versions that a spec names. Missing texts become empty ones, which no rule can read. */
export function versionStateOf(spec: ShootSpec): VersionState {
  return {
    kubernetes: spec.kubernetes?.version ?? "",
    pools: poolsOf(spec).map((pool) => ({
      name: pool.name,
      kubernetes: pool.kubernetes?.version || undefined,
      image: pool.machine?.image?.version ?? "",
    })),
  };
}

/** The version that a pool's kubelets run: its own, else the control plane's. */
export function effectiveKubernetes(state: VersionState, pool: PoolVersions): string {
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

/** The spec with other versions. Pools are matched by their place in the spec. */
export function withVersions(spec: ShootSpec, state: VersionState): ShootSpec {
  const workers = poolsOf(spec).map((pool, index) => withPoolVersions(pool, state.pools[index]));
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
export function pendingInPlacePools(shoot: {
  readonly status?: { readonly inPlaceUpdates?: ShootStatus["inPlaceUpdates"] | undefined } | null | undefined;
}): ReadonlySet<string> {
  const pending = shoot.status?.inPlaceUpdates?.pendingWorkerUpdates;
  return new Set(
    [pending?.autoInPlaceUpdate, pending?.manualInPlaceUpdate].flatMap((names) => (Array.isArray(names) ? names : [])),
  );
}
