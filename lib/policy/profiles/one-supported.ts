import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type ClassificationContext, isSupported } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import type { ListedVersion } from "../versions/listed-version.ts";

/** How the API server reads a CloudProfile at an instant: lifecycle classification and Gardener rules. */
export interface ProfileAdmissionContext {
  readonly reading: ClassificationContext;
  readonly rules: GardenerRules;
}

function isExplicitlySupported({ entry }: ListedVersion): boolean {
  return entry.classification === "supported";
}

/** Whether a version has the classification `supported` at any time. */
function saysSupported(listed: ListedVersion): boolean {
  return isExplicitlySupported(listed) || listed.lifecycle.some(({ classification }) => classification === "supported");
}

/** Begin and end of a version's `supported` lifecycle stage; undefined without such a stage. */
function spanOf({ lifecycle }: ListedVersion) {
  const begin = lifecycle.find(({ classification }) => classification === "supported");
  const end = lifecycle.find(({ classification }) => classification === "deprecated" || classification === "expired");
  return begin && { beginsAt: begin.startsAt, endsAt: end?.startsAt };
}

/**
 * Whether two versions are supported at the same time; true unless both have a lifecycle. As in the API server, two
 * periods that both have an end never overlap.
 */
function overlap(a: ListedVersion, b: ListedVersion): boolean {
  if (a.lifecycle.length === 0 || b.lifecycle.length === 0) return true;
  const [first, second] = [spanOf(a), spanOf(b)];
  if (first === undefined || second === undefined) return false;
  if (first.endsAt === undefined) return second.endsAt === undefined || beginsBefore(first.beginsAt, second.endsAt);
  return second.endsAt === undefined && beginsBefore(second.beginsAt, first.endsAt);
}

/** Whether a lifecycle stage begins before another one ends. A stage without a start has always applied. */
function beginsBefore(beginsAt: number, endsAt: number): boolean {
  return beginsAt === Number.NEGATIVE_INFINITY || beginsAt < endsAt;
}

/** Whether the API server checks that no other version of the same minor is supported at the same time. */
function isTested(listed: ListedVersion, { reading, rules }: ProfileAdmissionContext): boolean {
  const rule = rules("profile.oneSupported");
  if (rule === "raw") return isExplicitlySupported(listed);
  if (!isSupported(listed, reading)) return false;
  return Boolean(listed.entry.classification) || (rule === "overlap" && listed.lifecycle.length > 0);
}

function isInTheWay(other: ListedVersion, tested: ListedVersion, { reading, rules }: ProfileAdmissionContext): boolean {
  switch (rules("profile.oneSupported")) {
    case "raw":
      return isExplicitlySupported(other);
    case "currentIncludingUnclassified":
      return isSupported(other, reading);
    case "current":
      return isSupported(other, reading) && Boolean(other.entry.classification);
    case "overlap":
    case "overlapOfLegacyOnly":
      return saysSupported(other) && overlap(tested, other);
  }
}

/** Whether two versions are different versions of the same minor. */
function isOpponent({ version: a }: ListedVersion, { version: b }: ListedVersion): boolean {
  if (a === undefined || b === undefined || a.major !== b.major || a.minor !== b.minor) return false;
  return compareVersions(a, b) !== 0;
}

/**
 * The versions that the API server rejects because another version of the same minor is supported too: each version as
 * often as there are other ones. Unclassified versions never count although they are treated as supported; an expired
 * one with the classification `supported` counts as another supported version.
 *
 * @param versions the list of Kubernetes, or of one machine image
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateSupportedVersionsConfiguration
 */
export function findMultipleSupportedVersions<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  view: ProfileAdmissionContext,
): readonly ListedVersion<Entry>[] {
  // An unparsable supported version makes the API server skip the check.
  if (versions.some((listed) => listed.version === undefined && saysSupported(listed))) return [];
  return versions.flatMap((tested) => {
    if (!isTested(tested, view)) return [];
    const opponents = versions.filter((other) => isOpponent(other, tested) && isInTheWay(other, tested, view));
    return opponents.map(() => tested);
  });
}
