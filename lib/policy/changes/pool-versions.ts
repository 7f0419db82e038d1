import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { type ChangeFault, inPool } from "../settings/fault.ts";
import { isInPlace } from "../versions/filter-image.ts";
import { skewObjection, stepObjection, versionCore } from "../versions/version-step.ts";

/**
 * The static rules for the Kubernetes versions of a changed Shoot: control plane and pools never go back, the control
 * plane never skips a minor, an in-place pool neither, and a pool with a version of its own is neither newer than the
 * control plane nor too far behind. An unpinned pool repeats the control plane's fault under its own path.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate and the checks of worker versions
 */
export function validateVersions(
  before: ShootSpec,
  after: ShootSpec,
  rules: EditionRules = newestRules,
): readonly ChangeFault[] {
  const pools = new Map(poolsOf(before).map((pool) => [pool.name, pool]));
  return [
    ...validateControlPlaneVersion(before, after),
    ...poolsOf(after).flatMap((pool, index) =>
      inPool(index, poolFaults({ before, after, old: pools.get(pool.name), pool }, rules)),
    ),
  ];
}

/**
 * The rules for the control plane's version alone.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersionUpdate
 */
export function validateControlPlaneVersion(before: ShootSpec, after: ShootSpec): readonly ChangeFault[] {
  const [from, to] = [before.kubernetes.version, after.kubernetes.version];
  return from === "" && to === "" ? [] : underPath("spec.kubernetes.version", stepFaults(from, to, true));
}

interface ChangedPool {
  readonly before: ShootSpec;
  readonly after: ShootSpec;
  /** The pool of this name before the change; undefined for a new one. */
  readonly old: Worker | undefined;
  readonly pool: Worker;
}

function poolFaults({ before, after, old, pool }: ChangedPool, rules: EditionRules): readonly ChangeFault[] {
  // A new pool is judged as if it had always had its pin.
  const from = effectiveKubernetesVersion(before, old ?? pool);
  const to = effectiveKubernetesVersion(after, pool);
  const mayNotSkip = rules("pool.minorSkip") === "freeRollingOneInPlace" && isInPlace(pool);
  return underPath("kubernetes.version", [
    ...stepFaults(from, to, mayNotSkip),
    ...(pool.kubernetes?.version ? skewFaults(after.kubernetes.version, pool.kubernetes.version, rules) : []),
  ]);
}

type Fault = Omit<ChangeFault, "path">;

function underPath(path: string, faults: readonly Fault[]): readonly ChangeFault[] {
  return faults.map((fault) => ({ ...fault, path }));
}

const stepCodes = { downgrade: "K8S_DOWNGRADE", minorSkip: "K8S_MINOR_SKIP" } as const;
const skewCodes = { aboveControlPlane: "POOL_NEWER_THAN_CONTROL_PLANE", tooFarBehind: "POOL_SKEW" } as const;

/** What is wrong with a step from one version to another. */
export function stepFaults(from: string, to: string, mayNotSkip: boolean): readonly Fault[] {
  if (to === "") return [{ code: "K8S_VERSION_UNSET", type: "Invalid" }];
  if (versionCore(to) === undefined) {
    return [{ code: "K8S_VERSION_MALFORMED", type: "Invalid", facts: { version: to } }];
  }
  const objection = stepObjection(from, to, mayNotSkip);
  return objection === undefined ? [] : [{ code: stepCodes[objection], type: "Forbidden", facts: { from, to } }];
}

/** Whether a pool may run `pool` under a control plane of `controlPlane`. */
export function skewFaults(controlPlane: string, pool: string, rules: EditionRules = newestRules): readonly Fault[] {
  const objection = skewObjection(controlPlane, pool, rules);
  return objection === undefined
    ? []
    : [{ code: skewCodes[objection], type: "Forbidden", facts: { controlPlane, pool } }];
}
