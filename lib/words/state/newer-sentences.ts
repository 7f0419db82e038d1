import { text } from "#lib/language/text.ts";
import { isNewerThanKnown, newestEdition, parseEdition } from "#lib/policy/editions/edition.ts";

/** The newest Gardener whose rules are known: `1.150`. */
const newestText = `1.${newestEdition.minor}`;

/**
 * What follows from a gardenlet that is newer than the rules that are known; undefined where its rules are known, and where
 * the garden is newer as well, of which {@link newerGardenSentence} tells.
 */
export function newerGardenletSentence(release: string | undefined, garden: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release) || isNewer(garden)) return undefined;
  return text(
    "Gardener {release} manages this cluster. Almanac knows the rules up to {newest} and follows those here: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

/** The same of the garden itself: of its API server and controllers. Whoever shows it, shows it once for all clusters. */
export function newerGardenSentence(release: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release)) return undefined;
  return text(
    "This garden runs Gardener {release}. Almanac knows the rules up to {newest} and follows those: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

function isNewer(release: string | undefined): boolean {
  const edition = parseEdition(release);
  return edition !== undefined && isNewerThanKnown(edition);
}
