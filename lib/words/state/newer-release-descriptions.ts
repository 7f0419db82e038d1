import { text } from "#lib/language/text.ts";
import {
  isNewerThanKnown,
  newestGardenerRelease,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";

/** Newest Gardener release whose rules Almanac knows: `1.150`. */
const newestText = `1.${newestGardenerRelease.minor}`;

/**
 * Describes the consequence of a gardenlet newer than the known rules; undefined if its rules are known, and if the
 * garden itself is newer too, which {@link describeNewerGarden} describes.
 */
export function describeNewerGardenlet(release: string | undefined, garden: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release) || isNewer(garden)) return undefined;
  return text(
    "Gardener {release} manages this cluster. Almanac knows the rules up to {newest} and follows those here: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

/**
 * Describes the consequence of gardenlets newer than the known rules, for a page about many clusters.
 *
 * @param newest the newest of their releases
 * @param clusters number of clusters that they manage
 */
export function describeNewerGardenlets({
  newest: release,
  clusters,
}: {
  readonly newest: string;
  readonly clusters: number;
}): string {
  return text(
    "Gardenlets up to Gardener {release} manage {clusters, plural, one {# cluster} other {# clusters}} that you see. Almanac knows the rules up to {newest} and follows those for them.",
    { release, clusters, newest: newestText },
  );
}

/** Describes the consequence of a garden newer than the known rules. Pages show it once for all clusters. */
export function describeNewerGarden(release: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release)) return undefined;
  return text(
    "This garden runs Gardener {release}. Almanac knows the rules up to {newest} and follows those: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

function isNewer(release: string | undefined): boolean {
  const edition = parseGardenerRelease(release);
  return edition !== undefined && isNewerThanKnown(edition);
}
