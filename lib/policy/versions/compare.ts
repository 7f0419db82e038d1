import type { Version } from "./parse.ts";

const numeric = /^\d+$/;
const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");

/** Numbers by their value, however many digits they have; below them nothing, above them every word. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [numeric.test(a), numeric.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  const [left, right] = isNumber ? [withoutLeadingZeros(a), withoutLeadingZeros(b)] : [a, b];
  if (isNumber && left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}

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
 * Versions that differ only in build metadata are equal.
 *
 * @returns negative, zero or positive
 * @source Semantic Versioning 2.0.0, section 11
 */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}
