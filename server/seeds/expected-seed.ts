import "server-only";
import type { ExpectedSeedAnswer } from "#lib/contract/seeds.ts";
import type { ExpectedSeeds } from "#lib/policy/scheduling/expected-seeds.ts";
import { responsibleRoleOfExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import { describeSeedExclusion } from "#lib/words/infrastructure-descriptions.ts";
import { describeExpectedSeeds, describeSeedRemedy } from "#lib/words/seeds/expected-seed-descriptions.ts";

/**
 * What the scheduler would do, in sentences.
 * @param countsKnown whether the number of clusters on each Seed is known
 */
export function expectedSeedAnswer(expected: ExpectedSeeds, countsKnown: boolean): ExpectedSeedAnswer {
  const { possible, onlyByDistance } = expected;
  return {
    state:
      possible.length === 0
        ? "none"
        : onlyByDistance
          ? "only-by-distance"
          : possible.length === 1 && countsKnown
            ? "chosen"
            : "one-of",
    possible: [...possible],
    sentence: describeExpectedSeeds(expected, countsKnown),
    reasons: reasonsOf(expected),
  };
}

/** Each reason once, with the Seeds that it holds for. */
function reasonsOf({ pending }: ExpectedSeeds): ExpectedSeedAnswer["reasons"] {
  const bySentence = Map.groupBy(pending?.exclusions ?? [], ({ exclusion }) => describeSeedExclusion(exclusion));
  return [...bySentence].flatMap(([sentence, [first, ...others]]) => {
    if (first === undefined) return [];
    const { exclusion } = first;
    const seeds = [first, ...others].map(({ seed }) => seed);
    return [{ sentence, remedy: describeSeedRemedy(exclusion), by: responsibleRoleOfExclusion(exclusion), seeds }];
  });
}
