import { text } from "#lib/language/text.ts";
import { isNewerThanKnown, newestEdition, parseEdition } from "#lib/policy/editions/edition.ts";

/** The newest Gardener whose rules are known: `1.150`. */
const newestText = `1.${newestEdition.minor}`;

/** What follows from a gardenlet that is newer than the rules that are known; undefined where its rules are known. */
export function newerGardenletSentence(release: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release)) return undefined;
  return text(
    "Gardener {release} manages this cluster. Almanac knows the rules up to {newest} and follows those here: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

/** The same of the garden's API server. */
export function newerGardenSentence(release: string | undefined): string | undefined {
  if (release === undefined || !isNewer(release)) return undefined;
  return text(
    "This garden runs Gardener {release}. Almanac knows the rules up to {newest} and follows those: forecasts, checks and previews may differ from what Gardener does.",
    { release, newest: newestText },
  );
}

function isNewer(release: string): boolean {
  const edition = parseEdition(release);
  return edition !== undefined && isNewerThanKnown(edition);
}
