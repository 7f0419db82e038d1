import type { Gardenlets } from "#lib/contract/garden/gardenlets.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "../format-list.ts";

/** Which releases the gardenlets of a garden have, on how many Seeds each. */
export function gardenletsLabel({ releases, more }: Gardenlets): string {
  if (releases === undefined) return text("You are not allowed to list Seeds in this garden");
  if (releases.length === 0) return text("The garden has no Seed");
  const listed = releases.map(({ release, seeds }) =>
    text("{release} on {seeds, plural, one {# Seed} other {# Seeds}}", {
      release: release ?? text("no release reported"),
      seeds,
    }),
  );
  if (more === undefined) return formatList(listed);
  const others = text(
    "{releases, plural, one {# more release} other {# more releases}} on {seeds, plural, one {# Seed} other {# Seeds}}",
    { releases: more.releases, seeds: more.seeds },
  );
  return formatList([...listed, others]);
}
