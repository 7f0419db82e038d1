import catalogue from "#lib/language/messages/de.json" with { type: "json" };
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import type { Diagnosis } from "#lib/policy/next/diagnosis.ts";
import { createRandom } from "#lib/random.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { randomSeedFacts, randomShoot, randomShootNow } from "./any-shoot.fixture.ts";
import { claimMatcherOf, englishClaimMatcher, findContradictoryTexts } from "./find-contradictory-texts.fixture.ts";
import { createClusterObserver, type ObservedCluster, type ScreenText, screenTextsOf } from "./screens.fixture.ts";

/** The texts about one random cluster in English, and the contradictory texts in each language. */
export interface ClusterTexts {
  readonly looked: ObservedCluster;
  readonly truth: Diagnosis;
  readonly sayings: readonly ScreenText[];
  readonly falsehoods: readonly string[];
}

export const germanClaimMatcher = claimMatcherOf(catalogue);

/** Collects the texts of all screens for a number of random clusters, in English and German. */
export async function collectScreenTexts(clusters: number, seed: number): Promise<readonly ClusterTexts[]> {
  const look = createClusterObserver();
  const looked = Array.from({ length: clusters }, (_, index) => {
    const random = createRandom(seed, `cluster ${index}`);
    return look(randomShoot(random, index), { seed: randomSeedFacts(random) });
  });
  const told = looked.map((each): ClusterTexts => {
    const sayings = screenTextsOf(each);
    const truth = diagnoseShoot(each.shoot, each.view, randomShootNow);
    return { looked: each, truth, sayings, falsehoods: findContradictoryTexts(each, sayings, englishClaimMatcher) };
  });
  return await runInLanguage("de", async () =>
    told.map((each) => {
      const sayings = screenTextsOf(each.looked);
      // Both languages must produce the same number of texts, so that translation errors are detected.
      const differs = sayings.map(kindAndTime).join() === each.sayings.map(kindAndTime).join() ? [] : ["not the same"];
      return {
        ...each,
        falsehoods: [
          ...each.falsehoods,
          ...findContradictoryTexts(each.looked, sayings, germanClaimMatcher),
          ...differs,
        ],
      };
    }),
  );
}

const kindAndTime = ({ place, kind = "", at = 0 }: ScreenText) => `${place} ${kind} ${at}`;
