import { compareIdentifiers } from "semver/internal/identifiers.js";
import { parseVersion, type Version } from "./parse.ts";

function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return 1;
  if (b === "") return -1;
  const [left, right] = [a.split("."), b.split(".")];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareIdentifiers(left[index] ?? "", right[index] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/**
 * Orders two versions: numerically, then a release above its pre-releases, then pre-releases identifier by identifier.
 * Build metadata is ignored.
 *
 * @returns negative, zero or positive
 * @source Semantic Versioning 2.0.0, section 11
 */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}

/** Sort comparator: highest first, by {@link compareVersions}; unreadable versions last. */
export function highestFirst(a: Version | undefined, b: Version | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareVersions(b, a);
}

/** Sort comparator for version texts: highest first, unreadable texts last. */
export function highestTextFirst(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return highestFirst(left.ok ? left.value : undefined, right.ok ? right.value : undefined);
}
