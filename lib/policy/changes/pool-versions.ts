import type { ShootSpec, Worker } from "../../garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { compareVersions } from "../versions/compare.ts";
import { normaliseVersion, parseVersion, type Version } from "../versions/parse.ts";
import { effectiveKubernetesVersion, isInPlace, poolsOf } from "./effective-pool.ts";
import { type ChangeFault, inPool } from "./fault.ts";

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
    ...underPath("spec.kubernetes.version", stepFaults(before.kubernetes.version, after.kubernetes.version, true)),
    ...poolsOf(after).flatMap((pool, index) =>
      inPool(index, poolFaults({ before, after, old: pools.get(pool.name), pool }, rules)),
    ),
  ];
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

/** What is wrong with a step from one version to another. */
export function stepFaults(from: string, to: string, mayNotSkip: boolean): readonly Fault[] {
  if (to === "") return [{ code: "K8S_VERSION_UNSET", type: "Invalid" }];
  const [old, next] = [core(from), core(to)];
  if (next === undefined) return [{ code: "K8S_VERSION_MALFORMED", type: "Invalid", facts: { version: to } }];
  if (old === undefined) return [];
  const facts = { from, to };
  if (compareVersions(next, old) < 0) return [{ code: "K8S_DOWNGRADE", type: "Forbidden", facts }];
  return mayNotSkip && isAtLeastMinor(next, old, 2) ? [{ code: "K8S_MINOR_SKIP", type: "Forbidden", facts }] : [];
}

/** Whether a pool may run `pool` under a control plane of `controlPlane`. */
export function skewFaults(controlPlane: string, pool: string, rules: EditionRules = newestRules): readonly Fault[] {
  const [above, own] = [core(controlPlane), core(pool)];
  if (above === undefined || own === undefined) return [];
  const facts = { controlPlane, pool };
  if (compareVersions(own, above) > 0) return [{ code: "POOL_NEWER_THAN_CONTROL_PLANE", type: "Forbidden", facts }];
  return isAtLeastMinor(above, own, allowedLag(above, rules) + 1)
    ? [{ code: "POOL_SKEW", type: "Forbidden", facts }]
    : [];
}

/** How many minors a pool may be behind a control plane of this version. */
function allowedLag(controlPlane: Version, rules: EditionRules): number {
  if (rules("pool.skew") === "three") return 3;
  return controlPlane.major === 1 && controlPlane.minor < 28 ? 2 : 3;
}

/** Whether `version` is at or above the first patch of the minor `steps` above `base`. A new major is above all. */
function isAtLeastMinor(version: Version, base: Version, steps: number): boolean {
  if (version.major !== base.major) return version.major > base.major;
  return version.minor >= base.minor + steps;
}

function core(text: string): Version | undefined {
  const parsed = parseVersion(normaliseVersion(text));
  return parsed.ok ? parsed.value : undefined;
}
