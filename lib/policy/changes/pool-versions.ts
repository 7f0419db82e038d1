import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { ControlPlaneVersionChange } from "../maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { type FieldErrors, fieldError, withPoolErrorPath } from "../spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import { findVersionSkewViolation, findVersionStepViolation, versionCore } from "../versions/version-step.ts";

/**
 * Static validation of a changed Shoot's Kubernetes versions: control plane and pools are never downgraded, the control
 * plane and in-place pools never skip a minor, and a pool with its own version is neither newer than the control plane
 * nor too far behind. A pool without a version repeats the control plane's error under its own path.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate and the checks of worker versions
 */
export function validateVersions(before: ShootSpec, after: ShootSpec, rules: GardenerRules = newestRules): FieldErrors {
  const pools = new Map(workerPoolsOf(before).map((pool) => [pool.name, pool]));
  return [
    ...validateControlPlaneVersion(before, after),
    ...workerPoolsOf(after).flatMap((pool, index) =>
      withPoolErrorPath(index, poolErrors({ before, after, old: pools.get(pool.name), pool }, rules)),
    ),
  ];
}

/**
 * Validation of the control plane's version alone.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate
 */
export function validateControlPlaneVersion(before: ShootSpec, after: ShootSpec): FieldErrors {
  const [from, to] = [before.kubernetes.version, after.kubernetes.version];
  return from === "" && to === "" ? [] : stepErrors("spec.kubernetes.version", { from, to }, true);
}

interface ChangedPool {
  readonly before: ShootSpec;
  readonly after: ShootSpec;
  /** The pool of this name before the change; undefined for a new one. */
  readonly old: Worker | undefined;
  readonly pool: Worker;
}

function poolErrors({ before, after, old, pool }: ChangedPool, rules: GardenerRules): FieldErrors {
  // A new pool is checked as if it had always had its own version.
  const from = effectiveKubernetesVersion(before, old ?? pool);
  const to = effectiveKubernetesVersion(after, pool);
  const mayNotSkip = rules("pool.minorSkip") === "freeRollingOneInPlace" && isPoolUpdatedInPlace(pool);
  const path = "kubernetes.version";
  return [
    ...stepErrors(path, { from, to }, mayNotSkip),
    ...(pool.kubernetes?.version ? skewErrors(path, after.kubernetes.version, pool.kubernetes.version, rules) : []),
  ];
}

const stepCodes = { downgrade: "K8S_DOWNGRADE", minorSkip: "K8S_MINOR_SKIP" } as const;
const skewCodes = { aboveControlPlane: "POOL_NEWER_THAN_CONTROL_PLANE", tooFarBehind: "POOL_SKEW" } as const;

/** Errors for a change from one version to another. */
function stepErrors(path: string, { from, to }: ControlPlaneVersionChange, mayNotSkip: boolean): FieldErrors {
  if (to === "") return [fieldError(path, "K8S_VERSION_UNSET")];
  if (versionCore(to) === undefined) return [fieldError(path, "K8S_VERSION_MALFORMED", { version: to })];
  const objection = findVersionStepViolation(from, to, mayNotSkip);
  return objection === undefined ? [] : [fieldError(path, stepCodes[objection], { from, to })];
}

/** Errors for a pool of version `pool` under a control plane of version `controlPlaneUpdates`. */
function skewErrors(path: string, controlPlane: string, pool: string, rules: GardenerRules): FieldErrors {
  const objection = findVersionSkewViolation(controlPlane, pool, rules);
  return objection === undefined ? [] : [fieldError(path, skewCodes[objection], { controlPlane, pool })];
}
