import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { isPreview } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import type { ListedVersion } from "./listed-version.ts";
import type { InvalidVersion } from "./parse.ts";
import type { PickFailure, UnsortableList, VersionPickInput, VersionPickResult } from "./pick.ts";
import { isExcluded, type VersionCandidate, type VersionExclusion } from "./version-exclusion.ts";

export type VersionLevel = "minor" | "major";

/** Version picked on the next level (minor or major), and that level's lowest higher number of all versions, or 0. */
export interface NextHigherVersion<Entry extends ExpirableVersion> {
  readonly picked: VersionCandidate<ListedVersion<Entry>> | undefined;
  readonly next: number;
}

function sorted<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
): Result<readonly VersionCandidate<ListedVersion<Entry>>[], InvalidVersion | UnsortableList> {
  const candidates: VersionCandidate<ListedVersion<Entry>>[] = [];
  for (const listed of versions) {
    const { version, text } = listed;
    if (version === undefined) return fail({ code: versions.length > 1 ? "UNSORTABLE_LIST" : "INVALID_VERSION", text });
    candidates.push({ listed, version });
  }
  return ok(candidates.sort((a, b) => compareVersions(a.version, b.version)));
}

/**
 * The highest usable version inside the lowest usable higher minor (or major). `next` also considers previews and
 * excluded versions, and for minors it ignores the major: the forced steps below depend on it.
 *
 * @returns error `INVALID_VERSION`, or `UNSORTABLE_LIST` where Gardener's controller would crash
 * @source Gardener: GetQualifyingVersionForNextHigher
 */
export function pickNextHigherVersion<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
  level: VersionLevel,
  exclusions: readonly VersionExclusion[],
): Result<NextHigherVersion<Entry>, PickFailure> {
  const candidates = sorted(selection.versions);
  if (!candidates.ok) return candidates;
  const { version: current, text } = selection.current;
  if (current === undefined && candidates.value.length > 0) return fail({ code: "INVALID_VERSION", text });
  let picked: VersionCandidate<ListedVersion<Entry>> | undefined;
  let next = 0;
  for (const candidate of candidates.value) {
    const number = candidate.version[level];
    if (current !== undefined && number > current[level] && (next === 0 || number < next)) next = number;
    if (isPreview(candidate.listed, selection.reading)) continue;
    const excluded = isExcluded(candidate, selection, exclusions);
    if (!excluded.ok) return excluded;
    if (excluded.value) continue;
    if (picked !== undefined && number > picked.version[level]) break;
    picked = candidate;
  }
  return ok({ picked, next });
}

/**
 * Selects a version at the next level. Expired versions are only considered when the level would otherwise be empty or
 * skipped; but then the highest version wins even if a lower one is valid.
 */
function forceNext<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
  level: VersionLevel,
  exclusions: readonly VersionExclusion[],
): VersionPickResult<Entry> {
  const first = pickNextHigherVersion(selection, level, [...exclusions, "expired"]);
  if (!first.ok) return first;
  const { picked, next } = first.value;
  if (picked !== undefined && picked.version[level] <= next) return ok(picked.listed);
  const second = pickNextHigherVersion(selection, level, exclusions);
  return second.ok ? ok(second.value.picked?.listed) : second;
}

/**
 * The forced step of strategy `patch`: to the next higher minor of the same major with a usable version.
 *
 * @source Gardener: GetVersionForForcefulUpdateToNextHigherMinor
 */
export function forceNextMinor<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  return forceNext(selection, "minor", ["differentMajor", "equalOrSmallerMinor"]);
}

/**
 * The forced step of strategy `minor`: to the next higher major with a usable version.
 *
 * @source Gardener: GetVersionForForcefulUpdateToNextHigherMajor
 */
export function forceNextMajor<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
): VersionPickResult<Entry> {
  return forceNext(selection, "major", ["equalOrSmallerMajor"]);
}
