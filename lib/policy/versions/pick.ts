import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { type ClassificationContext, isPreview } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import type { ListedVersion } from "./listed-version.ts";
import { type InvalidVersion, versionOf } from "./parse.ts";
import { type CurrentVersion, isExcluded, type VersionExclusion } from "./version-exclusion.ts";

/** Input for picking a target version: the profile's list, the version in use, and the time. */
export interface VersionPickInput<Entry extends ExpirableVersion = ExpirableVersion> {
  readonly versions: readonly ListedVersion<Entry>[];
  readonly current: CurrentVersion;
  readonly reading: ClassificationContext;
}

/**
 * A list of two or more versions with an unparsable one cannot be sorted; Gardener's controller would crash on it. The
 * profile's validation prevents it.
 */
export interface UnsortableList {
  readonly code: "UNSORTABLE_LIST";
  readonly text: string;
}

export type PickFailure = InvalidVersion | UnsortableList;

/** The selected version; undefined, which is no error, when no version qualifies. */
export type VersionPickResult<Entry extends ExpirableVersion> = Result<ListedVersion<Entry> | undefined, PickFailure>;

const zero = versionOf({ major: 0, minor: 0, patch: 0, prerelease: "", metadata: "" });

/**
 * The highest version that is no preview and to which no exclusion applies. Ties keep the first entry; 0.0.0 is never
 * selected.
 *
 * @returns error `INVALID_VERSION` as soon as a version that is no preview cannot be parsed
 * @source Gardener: pkg/api/core/v1beta1/helper, GetLatestQualifyingVersion
 */
export function latestQualifying<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
  exclusions: readonly VersionExclusion[],
): VersionPickResult<Entry> {
  let best: ListedVersion<Entry> | undefined;
  let bestVersion = zero;
  for (const listed of selection.versions) {
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

/** Exclusions of an automatic update: `preferred`, tried first, also excludes deprecated versions; `any` does not. */
interface AutoExclusions {
  readonly preferred: readonly VersionExclusion[];
  readonly any: readonly VersionExclusion[];
}

function autoExclusions(...further: readonly VersionExclusion[]): AutoExclusions {
  const any: readonly VersionExclusion[] = ["expired", "same", "lower", ...further];
  return { preferred: [...any, "deprecated"], any };
}

const inMinor = autoExclusions("differentMinorOrLowerPatch");
const inMajor = autoExclusions("differentMajor");
const anywhere = autoExclusions();

/** Selects supported versions first, deprecated ones only as a last resort. Unavailable ones count as supported. */
function autoPick<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
  { preferred, any }: AutoExclusions,
): VersionPickResult<Entry> {
  const picked = latestQualifying(selection, preferred);
  return !picked.ok || picked.value ? picked : latestQualifying(selection, any);
}

/**
 * The automatic step inside the minor: its highest patch, supported before deprecated.
 *
 * @source Gardener: GetLatestVersionForPatchAutoUpdate
 */
export function pickAutomaticPatch<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  return autoPick(selection, inMinor);
}

/**
 * The automatic step of strategy `minor`: first a patch of the same minor, even a deprecated one; then the major's
 * highest version.
 *
 * @source Gardener: GetLatestVersionForMinorAutoUpdate
 */
export function pickAutomaticMinor<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  const patch = pickAutomaticPatch(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection, inMajor);
}

/**
 * The automatic step of strategy `major`: first a patch of the same minor, even a deprecated one; then the highest.
 *
 * @source Gardener: GetOverallLatestVersionForAutoUpdate
 */
export function pickAutomaticMajor<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  const patch = pickAutomaticPatch(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection, anywhere);
}

const nextMinor: readonly VersionExclusion[] = ["differentMajor", "nonConsecutiveMinor"];
const validNextMinor: readonly VersionExclusion[] = [...nextMinor, "expired"];

/**
 * The forced step of Kubernetes: the highest version of exactly the next minor. An expired one only if the minor has
 * nothing else; supported versions are not preferred to deprecated ones.
 *
 * @source Gardener: GetVersionForForcefulUpdateToConsecutiveMinor
 */
export function forceConsecutiveMinor<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  const valid = latestQualifying(selection, validNextMinor);
  return !valid.ok || valid.value ? valid : latestQualifying(selection, nextMinor);
}
