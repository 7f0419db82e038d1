import type { EditionRules } from "../editions/edition-rules.ts";
import { normaliseVersion, parseVersion, type Version } from "./parse.ts";

/** What stands against a step from one Kubernetes version to another. */
export type StepObjection = "downgrade" | "minorSkip";

/** What stands against a pool's version beside the control plane's. */
export type SkewObjection = "aboveControlPlane" | "tooFarBehind";

/** The numeric core, or undefined when it cannot be read. */
export function versionCore(text: string): Version | undefined {
  const parsed = parseVersion(normaliseVersion(text));
  return parsed.ok ? parsed.value : undefined;
}

function compareCores(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Whether the version is at or above the first one that lies `minors` minors above `base`. A new major is above all. */
function reachesMinorAbove(version: Version, base: Version, minors: number): boolean {
  return version.major > base.major || (version.major === base.major && version.minor >= base.minor + minors);
}

/**
 * Whether a control plane or pool may go from one version to another. Suffixes do not count. A version that cannot be
 * read is not judged here.
 *
 * @param mayNotSkip true for the control plane and for in-place pools, false for rolling pools
 * @source Gardener: pkg/api/core/validation, ValidateKubernetesVersionUpdate
 */
export function stepObjection(from: string, to: string, mayNotSkip: boolean): StepObjection | undefined {
  if (from === to) return undefined;
  const [before, after] = [versionCore(from), versionCore(to)];
  if (before === undefined || after === undefined) return undefined;
  if (compareCores(after, before) < 0) return "downgrade";
  return mayNotSkip && reachesMinorAbove(after, before, 2) ? "minorSkip" : undefined;
}

/** How many minors a pool may be behind a control plane of this version. */
function allowedLag(controlPlane: Version, rules: EditionRules): number {
  if (rules("pool.skew") === "three") return 3;
  return controlPlane.major === 1 && controlPlane.minor < 28 ? 2 : 3;
}

/**
 * How far a pool may stay behind: never above the control plane, patch included, and at most three minors below it.
 * Older API servers allow two while the control plane is below 1.28.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersion of a worker
 */
export function skewObjection(controlPlane: string, pool: string, rules: EditionRules): SkewObjection | undefined {
  if (controlPlane === pool) return undefined;
  const [upper, lower] = [versionCore(controlPlane), versionCore(pool)];
  if (upper === undefined || lower === undefined) return undefined;
  if (compareCores(lower, upper) > 0) return "aboveControlPlane";
  return reachesMinorAbove(upper, lower, allowedLag(upper, rules) + 1) ? "tooFarBehind" : undefined;
}
