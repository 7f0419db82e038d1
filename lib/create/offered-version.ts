import { expiryOfLifeSegments, lifeSegmentsOf } from "#lib/forecast/version-life.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";

/** When a version expires, in epoch milliseconds; undefined if the profile has no date for it, or an unreadable one. */
export function expiryOf(listed: ListedVersion, reading: ClassificationContext): number | undefined {
  const expiresAt = expiryOfLifeSegments(lifeSegmentsOf(listed, reading));
  return expiresAt !== undefined && Number.isFinite(expiresAt) ? expiresAt : undefined;
}

/** Versions from the newest to the oldest; those that cannot be read come last. */
export function newestFirst<Listed extends ListedVersion>(versions: readonly Listed[]): readonly Listed[] {
  return versions.toSorted(({ version: a }, { version: b }) => {
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return compareVersions(b, a);
  });
}
