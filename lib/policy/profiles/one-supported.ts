import type { ExpirableVersion } from "../../garden/cloud-profile.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { isSupported, type Reading } from "../versions/classify.ts";
import type { ListedVersion } from "../versions/listed-version.ts";

/** How the API server looks at a profile at an instant. */
export interface AdmissionView {
  readonly reading: Reading;
  readonly rules: EditionRules;
}

function isExplicitlySupported({ entry }: ListedVersion): boolean {
  return entry.classification === "supported";
}

/** From when to when a version says it is supported, whatever its expiry; undefined when it never does. */
function supportedSpan({ entry, lifecycle }: ListedVersion): readonly [startsAt: number, endsAt: number] | undefined {
  if (entry.classification === "supported") return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const index = lifecycle.findIndex(({ classification }) => classification === "supported");
  const stage = lifecycle[index];
  return stage && [stage.startsAt, lifecycle[index + 1]?.startsAt ?? Number.POSITIVE_INFINITY];
}

function overlap(a: ListedVersion, b: ListedVersion): boolean {
  const [first, second] = [supportedSpan(a), supportedSpan(b)];
  return first !== undefined && second !== undefined && first[0] < second[1] && second[0] < first[1];
}

/** Whether a version is tested at all: what it must be for another one to be in its way. */
function isTested(listed: ListedVersion, { reading, rules }: AdmissionView): boolean {
  const rule = rules("profile.oneSupported");
  if (rule === "raw") return isExplicitlySupported(listed);
  if (!isSupported(listed, reading)) return false;
  return Boolean(listed.entry.classification) || (rule === "overlap" && listed.lifecycle.length > 0);
}

function isInTheWay(other: ListedVersion, tested: ListedVersion, { reading, rules }: AdmissionView): boolean {
  switch (rules("profile.oneSupported")) {
    case "raw":
      return isExplicitlySupported(other);
    case "currentIncludingUnclassified":
      return isSupported(other, reading);
    case "current":
      return isSupported(other, reading) && Boolean(other.entry.classification);
    case "overlap":
    case "overlapOfLegacyOnly":
      return overlap(tested, other);
  }
}

/**
 * The versions that the API server refuses because another version of the same minor is supported, too. Unclassified
 * versions never count although they behave as supported; a partner that has expired but still says `supported` does.
 *
 * @param versions the list of Kubernetes, or of one machine image
 * @source Gardener: pkg/api/core/validation/utils.go, the supported versions of a minor
 */
export function supportedTwice<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  view: AdmissionView,
): readonly ListedVersion<Entry>[] {
  return versions.filter((tested) => {
    if (!isTested(tested, view)) return false;
    return versions.some((other) => other !== tested && sameMinor(other, tested) && isInTheWay(other, tested, view));
  });
}

function sameMinor({ version: a }: ListedVersion, { version: b }: ListedVersion): boolean {
  return a !== undefined && b !== undefined && a.major === b.major && a.minor === b.minor;
}
