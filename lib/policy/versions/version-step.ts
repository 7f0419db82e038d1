import type { GardenerRules } from "../editions/gardener-rules.ts";
import { normaliseVersion, parseVersion, type Version } from "./parse.ts";

/** Why a Kubernetes version change is not allowed. */
export type VersionStepViolation = "downgrade" | "minorSkip";

/** Why a pool's version is not allowed with the control plane's. */
export type VersionSkewViolation = "aboveControlPlane" | "tooFarBehind";

/** Parses the numeric core of a version text; undefined when it is unreadable. */
export function versionCore(text: string): Version | undefined {
  const parsed = parseVersion(normaliseVersion(text));
  return parsed.ok ? parsed.value : undefined;
}

function compareCores(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Whether the version is at least `minors` minors above `base`. A higher major always is. */
function reachesMinorAbove(version: Version, base: Version, minors: number): boolean {
  return version.major > base.major || (version.major === base.major && version.minor >= base.minor + minors);
}

/**
 * Why a control plane or pool may not change from one version to another. Suffixes are ignored. Unreadable versions are
 * not checked here.
 *
 * @param mayNotSkip true for the control plane and for in-place pools, false for rolling pools
 * @source Gardener: pkg/api/core/validation, ValidateKubernetesVersionUpdate
 */
export function findVersionStepViolation(
  from: string,
  to: string,
  mayNotSkip: boolean,
): VersionStepViolation | undefined {
  if (from === to) return undefined;
  const [before, after] = [versionCore(from), versionCore(to)];
  if (before === undefined || after === undefined) return undefined;
  if (compareCores(after, before) < 0) return "downgrade";
  return mayNotSkip && reachesMinorAbove(after, before, 2) ? "minorSkip" : undefined;
}

/** Maximum number of minors a pool may be behind a control plane of this version. */
function allowedLag(controlPlane: Version, rules: GardenerRules): number {
  if (rules("pool.skew") === "three") return 3;
  return controlPlane.major === 1 && controlPlane.minor < 28 ? 2 : 3;
}

/**
 * Why a pool's version is not allowed with the control plane's: never above the control plane, including the patch, and
 * at most three minors below it. Older API servers allow two while the control plane is below 1.28.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersion of a worker
 */
export function findVersionSkewViolation(
  controlPlane: string,
  pool: string,
  rules: GardenerRules,
): VersionSkewViolation | undefined {
  if (controlPlane === pool) return undefined;
  const [upper, lower] = [versionCore(controlPlane), versionCore(pool)];
  if (upper === undefined || lower === undefined) return undefined;
  if (compareCores(lower, upper) > 0) return "aboveControlPlane";
  return reachesMinorAbove(upper, lower, allowedLag(upper, rules) + 1) ? "tooFarBehind" : undefined;
}
