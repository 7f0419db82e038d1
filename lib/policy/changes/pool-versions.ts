import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { VersionStep } from "../maintenance/spec-clean-up.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { changeFault, type Faults, inPool } from "../settings/fault.ts";
import { isInPlace } from "../versions/filter-image.ts";
import { skewObjection, stepObjection, versionCore } from "../versions/version-step.ts";

/**
 * Static validation of a changed Shoot's Kubernetes versions: control plane and pools are never downgraded, the control
 * plane and in-place pools never skip a minor, and a pool with its own version is neither newer than the control plane
 * nor too far behind. A pool without a version repeats the control plane's error under its own path.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate and the checks of worker versions
 */
export function validateVersions(before: ShootSpec, after: ShootSpec, rules: EditionRules = newestRules): Faults {
  const pools = new Map(poolsOf(before).map((pool) => [pool.name, pool]));
  return [
    ...validateControlPlaneVersion(before, after),
    ...poolsOf(after).flatMap((pool, index) =>
      inPool(index, poolFaults({ before, after, old: pools.get(pool.name), pool }, rules)),
    ),
  ];
}

/**
 * Validation of the control plane's version alone.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate
 */
export function validateControlPlaneVersion(before: ShootSpec, after: ShootSpec): Faults {
  const [from, to] = [before.kubernetes.version, after.kubernetes.version];
  return from === "" && to === "" ? [] : stepFaults("spec.kubernetes.version", { from, to }, true);
}

interface ChangedPool {
  readonly before: ShootSpec;
  readonly after: ShootSpec;
  /** The pool of this name before the change; undefined for a new one. */
  readonly old: Worker | undefined;
  readonly pool: Worker;
}

function poolFaults({ before, after, old, pool }: ChangedPool, rules: EditionRules): Faults {
  // A new pool is checked as if it had always had its own version.
  const from = effectiveKubernetesVersion(before, old ?? pool);
  const to = effectiveKubernetesVersion(after, pool);
  const mayNotSkip = rules("pool.minorSkip") === "freeRollingOneInPlace" && isInPlace(pool);
  const path = "kubernetes.version";
  return [
    ...stepFaults(path, { from, to }, mayNotSkip),
    ...(pool.kubernetes?.version ? skewFaults(path, after.kubernetes.version, pool.kubernetes.version, rules) : []),
  ];
}

const stepCodes = { downgrade: "K8S_DOWNGRADE", minorSkip: "K8S_MINOR_SKIP" } as const;
const skewCodes = { aboveControlPlane: "POOL_NEWER_THAN_CONTROL_PLANE", tooFarBehind: "POOL_SKEW" } as const;

/** Errors for a change from one version to another. */
function stepFaults(path: string, { from, to }: VersionStep, mayNotSkip: boolean): Faults {
  if (to === "") return [changeFault(path, "K8S_VERSION_UNSET")];
  if (versionCore(to) === undefined) return [changeFault(path, "K8S_VERSION_MALFORMED", { version: to })];
  const objection = stepObjection(from, to, mayNotSkip);
  return objection === undefined ? [] : [changeFault(path, stepCodes[objection], { from, to })];
}

/** Errors for a pool of version `pool` under a control plane of version `controlPlane`. */
function skewFaults(path: string, controlPlane: string, pool: string, rules: EditionRules): Faults {
  const objection = skewObjection(controlPlane, pool, rules);
  return objection === undefined ? [] : [changeFault(path, skewCodes[objection], { controlPlane, pool })];
}
