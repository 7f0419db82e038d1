import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { countRulesInDoubt } from "#lib/policy/editions/rule-scopes.ts";
import { describeRulesInDoubt } from "#lib/words/state/rules-in-doubt-descriptions.ts";

export interface DecidingReleaseTexts {
  /** Release of the garden's API server, such as `v1.153.0`. */
  readonly apiServer: string | undefined;
  /** Releases of gardenlets. */
  readonly gardenlets: readonly string[];
}

/** Number of rules in doubt because of newer releases of Gardener, and which statements depend on them. */
export function RulesInDoubtDetails({ apiServer, gardenlets }: DecidingReleaseTexts) {
  const inDoubt = countRulesInDoubt({
    apiServer: parseGardenerRelease(apiServer),
    gardenlets: gardenlets.flatMap((release) => parseGardenerRelease(release) ?? []),
  });
  const rules = [...inDoubt.values()].reduce((sum, count) => sum + count, 0);
  if (rules === 0) return null;
  return (
    <WhyDetails
      label={text("{rules, plural, one {# rule} other {# rules}} in doubt", { rules })}
      about={text("of a newer Gardener")}
    >
      <ul className="list-disc pl-5">
        {describeRulesInDoubt(inDoubt).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </WhyDetails>
  );
}
