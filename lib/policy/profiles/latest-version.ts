import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type ClassificationContext, isDeprecated, isPreview } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import type { ListedVersion } from "../versions/listed-version.ts";

/** The highest parsable version of any lifecycle classification; the first one among equal versions. */
export function latestVersion<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
): ListedVersion<Entry> | undefined {
  let latest: ListedVersion<Entry> | undefined;
  for (const listed of versions) {
    if (listed.version === undefined) continue;
    if (latest?.version === undefined || compareVersions(listed.version, latest.version) > 0) latest = listed;
  }
  return latest;
}

function isPreferred(listed: ListedVersion, reading: ClassificationContext, rules: GardenerRules): boolean {
  if (rules("image.defaultPreference") === "anyNonDeprecated") return !isDeprecated(listed, reading);
  const { classification } = listed.entry;
  return Boolean(classification) && classification !== "deprecated";
}

/**
 * The highest version that is not deprecated, offered by default. Expired versions count as not deprecated.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, DetermineLatestMachineImageVersion
 */
export function latestNonDeprecatedVersion<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  reading: ClassificationContext,
  rules: GardenerRules,
): ListedVersion<Entry> | undefined {
  return latestVersion(versions.filter((listed) => isPreferred(listed, reading, rules)));
}

export function withoutPreviews<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  reading: ClassificationContext,
): readonly ListedVersion<Entry>[] {
  return versions.filter((listed) => !isPreview(listed, reading));
}
