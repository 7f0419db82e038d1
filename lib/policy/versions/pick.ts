import type { ExpirableVersion } from "../../garden/cloud-profile.ts";
import { fail, ok, type Result } from "../../result.ts";
import { isPreview, type Reading } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import {
  type Candidate,
  type CurrentVersion,
  type Exclusion,
  isExcludedByLifecycle,
  isExcludedByPosition,
  needsCurrent,
  type PositionExclusion,
} from "./exclusion.ts";
import type { ListedVersion } from "./listed-version.ts";
import { type InvalidVersion, type Version, versionOf } from "./parse.ts";

/** What a picker looks at: the profile's list, the version in use, the instant. */
export interface Selection<Entry extends ExpirableVersion = ExpirableVersion> {
  readonly versions: readonly ListedVersion<Entry>[];
  readonly current: CurrentVersion;
  readonly reading: Reading;
}

/**
 * A list of two or more versions with an unreadable one cannot be sorted; Gardener's controller would crash on it. The
 * profile's validation prevents it.
 */
export interface UnsortableList {
  readonly code: "UNSORTABLE_LIST";
  readonly text: string;
}

export type PickFailure = InvalidVersion | UnsortableList;

/** The version picked, undefined when none qualifies. Which is not an error. */
export type Picked<Entry extends ExpirableVersion> = Result<ListedVersion<Entry> | undefined, PickFailure>;

/** Whether any exclusion throws the candidate out. Error: the version in use must be known and cannot be read. */
export function isExcluded(
  candidate: Candidate,
  { current, reading }: Pick<Selection, "current" | "reading">,
  exclusions: readonly Exclusion[],
): Result<boolean, InvalidVersion> {
  for (const exclusion of exclusions) {
    if (!needsCurrent(exclusion)) {
      if (isExcludedByLifecycle(exclusion, candidate.listed, reading)) return ok(true);
    } else if (current.version === undefined) {
      return fail({ code: "INVALID_VERSION", text: current.text });
    } else if (isExcludedByPosition(exclusion, candidate, current.version)) {
      return ok(true);
    }
  }
  return ok(false);
}

const zero = versionOf({ major: 0, minor: 0, patch: 0, prerelease: "", metadata: "" });

interface Place {
  readonly current: Version;
  readonly bestVersion: Version;
  readonly byPosition: readonly PositionExclusion[];
}

/** Whether the numbers alone say that a version is not the one. An unreadable one has none. */
function isBeside(listed: ListedVersion, { current, bestVersion, byPosition }: Place): boolean {
  const { version } = listed;
  if (version === undefined) return false;
  if (compareVersions(version, bestVersion) <= 0) return true;
  return byPosition.some((exclusion) => isExcludedByPosition(exclusion, { listed, version }, current));
}

/**
 * The highest version that is no preview and that no exclusion throws out. Ties keep the first entry; 0.0.0 is never
 * chosen.
 *
 * @returns error `INVALID_VERSION` as soon as a version that is no preview cannot be read
 * @source Gardener: pkg/api/core/v1beta1/helper, GetLatestQualifyingVersion
 */
export function latestQualifying<Entry extends ExpirableVersion>(
  selection: Selection<Entry>,
  exclusions: readonly Exclusion[],
): Picked<Entry> {
  let best: ListedVersion<Entry> | undefined;
  let bestVersion = zero;
  const current = selection.current.version;
  const byPosition = exclusions.filter(needsCurrent);
  for (const listed of selection.versions) {
    // Numbers are compared first: what a version is at the instant costs far more, and decides nothing for most.
    if (current !== undefined && isBeside(listed, { current, bestVersion, byPosition })) continue;
    if (isPreview(listed, selection.reading)) continue;
    const { version, text } = listed;
    if (version === undefined) return fail({ code: "INVALID_VERSION", text });
    const excluded = isExcluded({ listed, version }, selection, exclusions);
    if (!excluded.ok) return excluded;
    if (excluded.value || compareVersions(version, bestVersion) <= 0) continue;
    best = listed;
    bestVersion = version;
  }
  return ok(best);
}

/** Supported versions first; deprecated ones only where nothing else is left. Unavailable ones count with the first. */
function autoPick<Entry extends ExpirableVersion>(
  selection: Selection<Entry>,
  ...further: readonly Exclusion[]
): Picked<Entry> {
  const exclusions: readonly Exclusion[] = ["expired", "same", "lower", ...further];
  const preferred = latestQualifying(selection, [...exclusions, "deprecated"]);
  return !preferred.ok || preferred.value ? preferred : latestQualifying(selection, exclusions);
}

/**
 * The automatic step inside the minor: its highest patch, supported before deprecated.
 *
 * @source Gardener: GetLatestVersionForPatchAutoUpdate
 */
export function patchAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  return autoPick(selection, "differentMinorOrLowerPatch");
}

/**
 * The automatic step of strategy `minor`: patches of the own minor first, even a deprecated one; then the major's
 * highest version.
 *
 * @source Gardener: GetLatestVersionForMinorAutoUpdate
 */
export function minorAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const patch = patchAuto(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection, "differentMajor");
}

/**
 * The automatic step of strategy `major`: patches of the own minor first, even a deprecated one; then the highest.
 *
 * @source Gardener: GetOverallLatestVersionForAutoUpdate
 */
export function majorAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const patch = patchAuto(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection);
}

/**
 * The forced step of Kubernetes: the highest version of exactly the next minor. An expired one only where the minor has
 * nothing else; supported is not preferred to deprecated.
 *
 * @source Gardener: GetVersionForForcefulUpdateToConsecutiveMinor
 */
export function forceConsecutiveMinor<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const nextMinor: readonly Exclusion[] = ["differentMajor", "nonConsecutiveMinor"];
  const valid = latestQualifying(selection, [...nextMinor, "expired"]);
  return !valid.ok || valid.value ? valid : latestQualifying(selection, nextMinor);
}
