import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { resolveKubernetesVersion, resolvePoolImage } from "../profiles/default-version.ts";
import type { ProfileAdmissionContext } from "../profiles/one-supported.ts";
import { profileAdmissionContextAt } from "../profiles/validate-profile.ts";
import { withDnsCredentials } from "../spec-validation/dns.ts";
import { type FieldErrors, fieldError, withPoolErrorPath } from "../spec-validation/field-error.ts";
import { architectureOfType } from "../versions/capabilities.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { applyPoolDefaults } from "./pool-defaults.ts";

const reservedByDefault = { cpu: "80m", memory: "1Gi", pid: "20k" } as const;

/** A spec after defaulting by the API server, with the errors of values it could not fill in. */
export interface DefaultedSpec {
  readonly spec: ShootSpec;
  readonly faults: FieldErrors;
}

/** A Shoot change before the API server applies its defaults. */
export interface ShootChangeBeforeDefaulting {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly profile?: PreparedProfile | undefined;
  /** The current time in epoch milliseconds. */
  readonly now: number;
  readonly deleting?: boolean | undefined;
}

/**
 * Applies the API server's static defaults: update strategy, surge and derived settings, and synced DNS credentials.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, pkg/apiserver/registry/core/shoot/strategy.go
 */
export function applySpecDefaults(spec: ShootSpec, rules: GardenerRules = newestRules): ShootSpec {
  const synced = withDnsCredentials(spec, rules);
  if (workerPoolsOf(spec).length === 0) return synced;
  return withPools(
    synced,
    workerPoolsOf(spec).map((pool) => applyPoolDefaults(pool, rules)),
  );
}

/**
 * The new spec after defaulting and mutating admission: short versions are completed, pools get a missing image and
 * architecture, and the kubelet reservation is filled in if the old spec shows that the landscape does so. Without a
 * profile, versions and images stay as written.
 * @source Gardener: plugin/pkg/shoot/mutator, plugin/pkg/shoot/resourcereservation
 */
export function applyDefaultsToChange(
  change: ShootChangeBeforeDefaulting,
  rules: GardenerRules = newestRules,
): DefaultedSpec {
  const spec = withReservation(change.old, applySpecDefaults(change.new, rules));
  const { profile } = change;
  if (profile === undefined) return { spec, faults: [] };
  const view = profileAdmissionContextAt(change.now, rules);
  const before = new Map(workerPoolsOf(change.old).map((pool) => [pool.name, pool]));
  const version = fullVersion(spec.kubernetes.version, "spec.kubernetes.version", { profile, view });
  const pools = workerPoolsOf(spec).map((pool) => {
    return mutatePool({ before: before.get(pool.name), pool, profile, view, deleting: change.deleting === true });
  });
  const kubernetes = { ...spec.kubernetes, version: version.value };
  return {
    spec: withPools(
      { ...spec, kubernetes },
      pools.map(({ pool }) => pool),
    ),
    faults: [...version.faults, ...pools.flatMap(({ faults }, index) => withPoolErrorPath(index, faults))],
  };
}

/**
 * The spec with the architecture of every pool set: its own, else the machine type's, else amd64.
 * @source Gardener: plugin/pkg/shoot/mutator
 */
export function withArchitectures(spec: ShootSpec, profile: PreparedProfile | undefined): ShootSpec {
  if (profile === undefined || workerPoolsOf(spec).length === 0) return spec;
  const workers = workerPoolsOf(spec).map((pool) => {
    return { ...pool, machine: { ...pool.machine, architecture: inferredArchitecture(pool, profile) } };
  });
  return withPools(spec, workers);
}

function inferredArchitecture({ machine }: Worker, profile: PreparedProfile): string {
  const type = profile.machineTypes.get(machine.type);
  return machine.architecture || (type && architectureOfType(type, profile.capabilities)) || "amd64";
}

function withPools(spec: ShootSpec, workers: readonly Worker[]): ShootSpec {
  return { ...spec, provider: { ...spec.provider, workers } };
}

/** Fills in the kubelet reservation. A stored spec without one shows that the landscape does not default it. */
function withReservation(old: ShootSpec, spec: ShootSpec): ShootSpec {
  const stored = fieldAt(old.kubernetes.kubelet, "kubeReserved");
  if (!stored || workerPoolsOf(spec).length === 0) return spec;
  const given = fieldAt(spec.kubernetes.kubelet, "kubeReserved");
  const kubeReserved = { ...reservedByDefault, ...(typeof given === "object" ? given : {}) };
  return { ...spec, kubernetes: { ...spec.kubernetes, kubelet: { ...spec.kubernetes.kubelet, kubeReserved } } };
}

interface Mutation {
  readonly profile: PreparedProfile;
  readonly view: ProfileAdmissionContext;
}

function fullVersion(requested: string, path: string, { profile, view }: Mutation) {
  const resolved = resolveKubernetesVersion(requested, profile.kubernetes, view);
  if (resolved.ok) return { value: resolved.value, faults: [] };
  return { value: requested, faults: [fieldError(path, resolved.error, { version: requested })] };
}

interface PoolMutation extends Mutation {
  readonly before: Worker | undefined;
  readonly pool: Worker;
  readonly deleting: boolean;
}

interface MutatedPool {
  readonly pool: Worker;
  readonly faults: FieldErrors;
}

function mutatePool(mutation: PoolMutation): MutatedPool {
  const { before, pool, profile, deleting } = mutation;
  const architecture = inferredArchitecture(pool, profile);
  const own = pool.kubernetes?.version;
  const version = own ? fullVersion(own, "kubernetes.version", mutation) : { value: own, faults: [] };
  const mutated: Worker = {
    ...pool,
    machine: { ...pool.machine, architecture },
    ...(pool.kubernetes && { kubernetes: { ...pool.kubernetes, version: version.value ?? null } }),
    // The API server fills in containerd when a form leaves it out.
    ...(before?.cri && !pool.cri ? { cri: { name: "containerd" } } : {}),
  };
  if (deleting) return { pool: mutated, faults: version.faults };
  const image = mutateImage({ ...mutation, pool: mutated }, architecture);
  return { pool: image.pool, faults: [...version.faults, ...image.faults] };
}

function mutateImage({ before, pool, profile, view }: PoolMutation, architecture: string): MutatedPool {
  const request = {
    image: pool.machine.image,
    oldImage: before?.machine.image,
    pool: { updateStrategy: pool.updateStrategy ?? null, architecture },
    machineType: profile.machineTypes.get(pool.machine.type),
  };
  const chosen = resolvePoolImage(request, profile, view);
  if (!chosen.ok) {
    const facts = { image: pool.machine.image?.name ?? "", version: pool.machine.image?.version ?? "" };
    // The API server's error path is that of the pool, not that of its image.
    return { pool, faults: [fieldError("", chosen.error, facts)] };
  }
  // A pool without an image keeps its old image, including the image's provider settings.
  const base = pool.machine.image ?? before?.machine.image;
  return { pool: { ...pool, machine: { ...pool.machine, image: { ...base, ...chosen.value } } }, faults: [] };
}
