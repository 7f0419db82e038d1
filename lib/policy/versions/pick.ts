import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { isPreview, type Reading } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import {
  type Candidate,
  type CurrentVersion,
  type Exclusion,
  isExcludedByLifecycle,
  isExcludedByPosition,
  needsCurrent,
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

/** The positions of a list's versions, the highest first and equal ones in their order; only where all can be read. */
const highestFirst = perObject((versions: readonly ListedVersion[]): readonly number[] | "unreadable" => {
  const read = versions.map(({ version }) => version);
  if (read.includes(undefined)) return "unreadable";
  return [...versions.keys()].sort((one, other) => compareVersions(read[other] ?? zero, read[one] ?? zero));
});

/** By a list of exclusions and the version in use: the positions, the highest first, that no number throws out. */
const inReach = perObject((_versions: readonly ListedVersion[]) => {
  return perObject((_exclusions: readonly Exclusion[]) => new Map<string, readonly number[]>());
});

/** Where in the list a version stands does not change with time: asked at many instants, it is worked out once. */
function positionsInReach(
  versions: readonly ListedVersion[],
  { order, current, text }: Ordered,
  exclusions: readonly Exclusion[],
): readonly number[] {
  const known = inReach(versions)(exclusions);
  const held = known.get(text);
  if (held !== undefined) return held;
  const byPosition = exclusions.filter(needsCurrent);
  const goesUp = byPosition.includes("lower");
  const positions: number[] = [];
  for (const at of order) {
    const listed = versions[at];
    const version = listed?.version;
    if (listed === undefined || version === undefined || compareVersions(version, zero) <= 0) break;
    if (goesUp && compareVersions(version, current) < 0) break;
    if (!byPosition.some((exclusion) => isExcludedByPosition(exclusion, { listed, version }, current)))
      positions.push(at);
  }
  known.set(text, positions);
  return positions;
}

/** A list in the order of its versions, and the version in use. */
interface Ordered {
  readonly order: readonly number[];
  readonly current: Version;
  readonly text: string;
}

/** As {@link latestQualifying}, of a list in the order of its versions: the first that qualifies is the one. */
function firstQualifying<Entry extends ExpirableVersion>(
  { versions, reading }: Selection<Entry>,
  ordered: Ordered,
  exclusions: readonly Exclusion[],
): ListedVersion<Entry> | undefined {
  for (const at of positionsInReach(versions, ordered, exclusions)) {
    const listed = versions[at];
    if (listed === undefined || isPreview(listed, reading)) continue;
    const isExcludedNow = exclusions.some(
      (exclusion) => !needsCurrent(exclusion) && isExcludedByLifecycle(exclusion, listed, reading),
    );
    if (!isExcludedNow) return listed;
  }
  return undefined;
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
  const { version: current, text } = selection.current;
  const order = highestFirst(selection.versions);
  if (current !== undefined && order !== "unreadable")
    return ok(firstQualifying(selection, { order, current, text }, exclusions));
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

/** What an automatic step leaves out: at first deprecated versions too. */
interface AutoExclusions {
  readonly preferred: readonly Exclusion[];
  readonly any: readonly Exclusion[];
}

function autoExclusions(...further: readonly Exclusion[]): AutoExclusions {
  const any: readonly Exclusion[] = ["expired", "same", "lower", ...further];
  return { preferred: [...any, "deprecated"], any };
}

const inMinor = autoExclusions("differentMinorOrLowerPatch");
const inMajor = autoExclusions("differentMajor");
const anywhere = autoExclusions();

/** Supported versions first; deprecated ones only where nothing else is left. Unavailable ones count with the first. */
function autoPick<Entry extends ExpirableVersion>(
  selection: Selection<Entry>,
  { preferred, any }: AutoExclusions,
): Picked<Entry> {
  const picked = latestQualifying(selection, preferred);
  return !picked.ok || picked.value ? picked : latestQualifying(selection, any);
}

/**
 * The automatic step inside the minor: its highest patch, supported before deprecated.
 *
 * @source Gardener: GetLatestVersionForPatchAutoUpdate
 */
export function patchAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  return autoPick(selection, inMinor);
}

/**
 * The automatic step of strategy `minor`: patches of the own minor first, even a deprecated one; then the major's
 * highest version.
 *
 * @source Gardener: GetLatestVersionForMinorAutoUpdate
 */
export function minorAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const patch = patchAuto(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection, inMajor);
}

/**
 * The automatic step of strategy `major`: patches of the own minor first, even a deprecated one; then the highest.
 *
 * @source Gardener: GetOverallLatestVersionForAutoUpdate
 */
export function majorAuto<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const patch = patchAuto(selection);
  return !patch.ok || patch.value ? patch : autoPick(selection, anywhere);
}

const nextMinor: readonly Exclusion[] = ["differentMajor", "nonConsecutiveMinor"];
const validNextMinor: readonly Exclusion[] = [...nextMinor, "expired"];

/**
 * The forced step of Kubernetes: the highest version of exactly the next minor. An expired one only where the minor has
 * nothing else; supported is not preferred to deprecated.
 *
 * @source Gardener: GetVersionForForcefulUpdateToConsecutiveMinor
 */
export function forceConsecutiveMinor<Entry extends ExpirableVersion>(selection: Selection<Entry>): Picked<Entry> {
  const valid = latestQualifying(selection, validNextMinor);
  return !valid.ok || valid.value ? valid : latestQualifying(selection, nextMinor);
}
