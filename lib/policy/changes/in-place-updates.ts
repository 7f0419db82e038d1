import type { ShootCredentialsRotation, ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { effectiveKubelet, effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { type FieldErrors, fieldErrorIf } from "../spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import {
  inPlaceHashData,
  newestPoolHashRules,
  nodeLocalDnsRequiresNewNodes,
  type PoolHashRules,
  poolHash,
} from "./pool-hash.ts";

/** Names of the in-place pools with an update in progress: `status.inPlaceUpdates.pendingWorkerUpdates`. */
export interface PendingInPlaceUpdates {
  readonly autoInPlaceUpdate?: readonly string[] | null;
  readonly manualInPlaceUpdate?: readonly string[] | null;
}

/** A change of a Shoot while in-place updates may be pending. */
export interface ChangeDuringInPlaceUpdate {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly pending?: PendingInPlaceUpdates | null;
  /** The whole value of the annotation gardener.cloud/operation. */
  readonly operation?: string | null;
}

/**
 * While an in-place pool's update is pending, nothing about the pool may change: no field (not even its size), nor the
 * inherited version or kubelet configuration. `force-in-place-update` as the only operation lifts the rule.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateInPlaceUpdates
 */
export function validatePendingInPlacePools(
  change: ChangeDuringInPlaceUpdate,
  rules: GardenerRules = newestRules,
): FieldErrors {
  if (rules("inplace.lock") === "none") return [];
  if (change.operation === "force-in-place-update" || change.pending == null) return [];
  const pending = new Set([...(change.pending.autoInPlaceUpdate ?? []), ...(change.pending.manualInPlaceUpdate ?? [])]);
  const before = new Map(workerPoolsOf(change.old).map((pool) => [pool.name, pool]));
  return workerPoolsOf(change.new).flatMap((pool, index) => {
    const old = before.get(pool.name);
    if (old === undefined || !isPoolUpdatedInPlace(pool) || !pending.has(pool.name)) return [];
    const unchanged =
      semanticallyEqual(old, pool) &&
      effectiveKubernetesVersion(change.old, old) === effectiveKubernetesVersion(change.new, pool) &&
      semanticallyEqual(effectiveKubelet(change.old, old), effectiveKubelet(change.new, pool));
    return fieldErrorIf(!unchanged, `spec.provider.workers[${index}]`, "IN_PLACE_UPDATE_PENDING");
  });
}

/** A Shoot's spec, rotations and stored pool hashes, from which its pending in-place updates are computed. */
export interface InPlaceUpdateState {
  readonly spec: ShootSpec;
  readonly rotation?: ShootCredentialsRotation | null;
  /** `status.inPlaceUpdates.workerPoolToHashMap` of the Worker resource; null when absent. */
  readonly workerPoolHashes: Readonly<Record<string, string>> | null;
}

/**
 * The in-place pools that are pending at the start of a reconciliation: those whose hash is not yet in the Worker
 * resource. In the order of the spec.
 * @source Gardener: pkg/gardenlet/controller/shoot, in-place update status
 */
export function pendingInPlaceUpdates(
  { spec, rotation, workerPoolHashes }: InPlaceUpdateState,
  rules: PoolHashRules = newestPoolHashRules,
): { readonly autoInPlaceUpdate: readonly string[]; readonly manualInPlaceUpdate: readonly string[] } {
  const pending = workerPoolsOf(spec).filter((pool) => {
    if (!isPoolUpdatedInPlace(pool)) return false;
    const hash = poolHash(inPlaceHashData({ spec, pool, rotation }, rules).map(({ value }) => value));
    return workerPoolHashes === null || workerPoolHashes[pool.name] !== hash;
  });
  const named = (strategy: string) =>
    pending.filter((pool) => pool.updateStrategy === strategy).map(({ name }) => name);
  return { autoInPlaceUpdate: named("AutoInPlaceUpdate"), manualInPlaceUpdate: named("ManualInPlaceUpdate") };
}

/**
 * The constraint ManualInPlaceWorkersUpdated of a Shoot. It is present, with status False, only while manual in-place
 * pools are pending and the Shoot is not hibernated; its absence means that nothing is pending.
 * @source Gardener: pkg/gardenlet/controller/shoot/care, constraints
 */
export function manualInPlaceConstraint(
  pending: PendingInPlaceUpdates | null | undefined,
  hibernated: boolean,
): { readonly shown: false } | { readonly shown: true; readonly status: "False"; readonly reason: string } {
  if (hibernated || (pending?.manualInPlaceUpdate ?? []).length === 0) return { shown: false };
  return { shown: true, status: "False", reason: "WorkerPoolsWithManualInPlaceUpdateStrategyPending" };
}

/**
 * Node-local DNS may not be toggled while the Shoot has an in-place pool whose nodes would have to be replaced for it.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateNodeLocalDNSUpdate
 */
export function validateNodeLocalDnsToggle(
  before: ShootSpec,
  after: ShootSpec,
  rules: GardenerRules = newestRules,
): FieldErrors {
  const enabled = (spec: ShootSpec) => fieldAt(spec.systemComponents, "nodeLocalDNS", "enabled") === true;
  if (enabled(before) === enabled(after)) return [];
  const lock = rules("inplace.nodeLocalDNSLock");
  const held = workerPoolsOf(before).some(
    (pool) =>
      isPoolUpdatedInPlace(pool) &&
      (lock === "always" || nodeLocalDnsRequiresNewNodes(before, effectiveKubernetesVersion(before, pool))),
  );
  return fieldErrorIf(held, "spec.systemComponents.nodeLocalDNS", "IN_PLACE_NODE_LOCAL_DNS");
}
