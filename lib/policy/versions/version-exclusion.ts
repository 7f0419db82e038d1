import { fail, ok, type Result } from "#lib/result.ts";
import { type ClassificationContext, isDeprecated, isExpired } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import type { ListedVersion } from "./listed-version.ts";
import { type InvalidVersion, parseVersion, type Version } from "./parse.ts";

/** The version in use, as text and parsed. `version` is undefined when the text cannot be parsed. */
export interface CurrentVersion {
  readonly text: string;
  readonly version: Version | undefined;
}

/** Parses the version in use. Missing and unparsable texts have no `version`. */
export function currentVersion(text: string | null | undefined): CurrentVersion {
  const written = text ?? "";
  const parsed = parseVersion(written);
  return { text: written, version: parsed.ok ? parsed.value : undefined };
}

/** A version of the profile's list that can be parsed. */
export interface VersionCandidate<Listed extends ListedVersion = ListedVersion> {
  readonly listed: Listed;
  readonly version: Version;
}

/** Why a candidate is no update target: its lifecycle stage, or its position relative to the version in use. */
export type VersionExclusion =
  | "expired"
  | "deprecated"
  | "same"
  | "lower"
  | "differentMinorOrLowerPatch"
  | "differentMajor"
  | "equalOrSmallerMajor"
  | "equalOrSmallerMinor"
  | "nonConsecutiveMinor";

/**
 * Whether any exclusion applies to the candidate. Previews are dropped by the pickers instead, unavailable versions
 * nowhere.
 *
 * @returns error `INVALID_VERSION` when the version in use is needed and cannot be parsed
 */
export function isExcluded(
  candidate: VersionCandidate,
  { current, reading }: { readonly current: CurrentVersion; readonly reading: ClassificationContext },
  exclusions: readonly VersionExclusion[],
): Result<boolean, InvalidVersion> {
  for (const exclusion of exclusions) {
    if (exclusion === "expired" || exclusion === "deprecated") {
      const isOver = exclusion === "expired" ? isExpired : isDeprecated;
      if (isOver(candidate.listed, reading)) return ok(true);
    } else if (current.version === undefined) {
      return fail({ code: "INVALID_VERSION", text: current.text });
    } else if (isExcludedByPosition(exclusion, candidate, current.version)) {
      return ok(true);
    }
  }
  return ok(false);
}

/** By numeric core: whether a version is a patch of the current minor and not lower. From 0.0.0 all are reachable. */
function isInPatchLevel(version: Version, { major, minor, patch }: Version): boolean {
  if (major === 0 && minor === 0 && patch === 0) return true;
  return version.major === major && version.minor === minor && version.patch >= patch;
}

/**
 * Whether a candidate is excluded because of its position relative to the version in use.
 * @source Gardener: v1beta1/helper, FilterDifferentMajorMinorVersionAndLowerPatchVersionsOfSameMinor and its kin
 */
function isExcludedByPosition(
  exclusion: Exclude<VersionExclusion, "expired" | "deprecated">,
  { version }: VersionCandidate,
  current: Version,
): boolean {
  switch (exclusion) {
    case "same":
      return compareVersions(version, current) === 0;
    case "lower":
      return compareVersions(version, current) < 0;
    case "differentMinorOrLowerPatch":
      return !isInPatchLevel(version, current);
    case "differentMajor":
      return version.major !== current.major;
    case "equalOrSmallerMajor":
      return version.major <= current.major;
    case "equalOrSmallerMinor":
      return version.minor <= current.minor; // the majors are not compared
    case "nonConsecutiveMinor":
      return version.major !== current.major || version.minor !== current.minor + 1;
  }
}
