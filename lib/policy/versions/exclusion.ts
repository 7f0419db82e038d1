import { isDeprecated, isExpired, type Reading } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import type { ListedVersion } from "./listed-version.ts";
import { parseVersion, type Version } from "./parse.ts";

/** The version that is in use. `version` is undefined when its text cannot be parsed. */
export interface CurrentVersion {
  readonly text: string;
  readonly version: Version | undefined;
}

/** Reads the version in use. Nothing written, and nothing readable, is a current version without `version`. */
export function currentVersion(text: string | null | undefined): CurrentVersion {
  const written = text ?? "";
  const parsed = parseVersion(written);
  return { text: written, version: parsed.ok ? parsed.value : undefined };
}

/** A listed version that can be parsed. */
export interface Candidate<Listed extends ListedVersion = ListedVersion> {
  readonly listed: Listed;
  readonly version: Version;
}

/** Why a candidate is no target, relative to the version in use. */
export type Exclusion = LifecycleExclusion | PositionExclusion;

type LifecycleExclusion = "expired" | "deprecated";

export type PositionExclusion =
  | "same"
  | "lower"
  | "differentMinorOrLowerPatch"
  | "differentMajor"
  | "equalOrSmallerMajor"
  | "equalOrSmallerMinor"
  | "nonConsecutiveMinor";

/** Whether an exclusion looks at the version in use, which must then be readable. */
export function needsCurrent(exclusion: Exclusion): exclusion is PositionExclusion {
  return exclusion !== "expired" && exclusion !== "deprecated";
}

/** Whether a lifecycle exclusion throws the candidate out. */
export function isExcludedByLifecycle(exclusion: LifecycleExclusion, listed: ListedVersion, reading: Reading): boolean {
  return exclusion === "expired" ? isExpired(listed, reading) : isDeprecated(listed, reading);
}

/** Compared by the numeric cores alone; from 0.0.0 every version is in reach. */
function isInPatchLevel(version: Version, { major, minor, patch }: Version): boolean {
  if (major === 0 && minor === 0 && patch === 0) return true;
  return version.major === major && version.minor === minor && version.patch >= patch;
}

/**
 * Whether an exclusion by position throws the candidate out. Nothing here drops previews (the pickers do) or
 * unavailable versions (nothing does).
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, FilterDifferentMajorMinorVersionAndLowerPatchVersionsOfSameMinor and its kin
 */
export function isExcludedByPosition(exclusion: PositionExclusion, { version }: Candidate, current: Version): boolean {
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
