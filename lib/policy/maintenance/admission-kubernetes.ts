import type { EditionRules } from "../editions/edition-rules.ts";
import { isActive, type Reading } from "../versions/classify.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { normaliseVersion, parseVersion, type Version } from "../versions/parse.ts";

/** What the API server objects to when a Kubernetes version changes. */
export type KubernetesUpdateViolation = "DOWNGRADE" | "SKIPS_MINOR";

/** What it objects to about a pool's version beside the control plane's. */
export type PoolSkewViolation = "ABOVE_CONTROL_PLANE" | "SKEW";

/** The numeric core, or undefined when it cannot be read. */
export function versionCore(text: string): Version | undefined {
  const parsed = parseVersion(normaliseVersion(text));
  return parsed.ok ? parsed.value : undefined;
}

function compareCores(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Whether the version is at or above the first one that lies `minors` minors above `base`. */
function reachesMinorAbove(version: Version, base: Version, minors: number): boolean {
  return version.major - base.major > 0 || (version.major === base.major && version.minor >= base.minor + minors);
}

/**
 * Whether a control plane or pool may go from one version to another. Suffixes do not count. A version that cannot be
 * read is not judged here: the update logic never offers one.
 *
 * @param skipMinorAllowed true for rolling pools, false for the control plane and for in-place pools
 * @source Gardener: pkg/api/core/validation, ValidateKubernetesVersionUpdate
 */
export function kubernetesUpdateViolations(
  from: string,
  to: string,
  skipMinorAllowed: boolean,
): readonly KubernetesUpdateViolation[] {
  const [before, after] = [versionCore(from), versionCore(to)];
  if (from === to || before === undefined || after === undefined) return [];
  if (compareCores(after, before) < 0) return ["DOWNGRADE"];
  return !skipMinorAllowed && reachesMinorAbove(after, before, 2) ? ["SKIPS_MINOR"] : [];
}

/**
 * How far a pool may stay behind: never above the control plane, and at most three minors below it. Older API servers
 * allow two while the control plane is below 1.28.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubernetesVersion of a worker
 */
export function poolSkewViolations(
  controlPlane: string,
  pool: string,
  rules: EditionRules,
): readonly PoolSkewViolation[] {
  const [upper, lower] = [versionCore(controlPlane), versionCore(pool)];
  if (controlPlane === pool || upper === undefined || lower === undefined) return [];
  if (compareCores(lower, upper) > 0) return ["ABOVE_CONTROL_PLANE"];
  const twoOnly = rules("pool.skew") === "byKubernetes" && upper.major === 1 && upper.minor < 28;
  return reachesMinorAbove(upper, lower, twoOnly ? 3 : 4) ? ["SKEW"] : [];
}

/** A Kubernetes version that somebody asks for. */
export interface KubernetesRequest {
  readonly versions: readonly ListedVersion[];
  /** Empty for something new; for a new pool, the control plane's version. */
  readonly from: string;
  readonly to: string;
  /** True for a new Shoot and for a new pool of an existing one. */
  readonly isNew: boolean;
}

/**
 * Whether the profile offers the version: an unchanged one is never checked, a new Shoot or pool needs a listed and
 * active one, and for an update it only has to be listed, in the very same text. Chained forced updates rest on that.
 *
 * @param reading how the API server reads the profile
 * @source Gardener: plugin/pkg/shoot/validator, validateKubernetesVersionConstraints
 */
export function offersKubernetes({ versions, from, to, isNew }: KubernetesRequest, reading: Reading): boolean {
  if (from === to) return true;
  const listed = versions.find(({ text }) => text === to);
  return listed !== undefined && (!isNew || isActive(listed, reading));
}
