import catalogue from "#lib/language/messages/de.json" with { type: "json" };
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import type { Truth } from "#lib/policy/next/truth.ts";
import { createRandom } from "#lib/random.ts";
import { speakIn } from "#server/language/speak.ts";
import { anySeed, anyShoot, now } from "./any-shoot.fixture.ts";
import { english, falseWords, tongueOf } from "./false-words.fixture.ts";
import { type Looked, lookAtClusters, type Saying, screensOf } from "./screens.fixture.ts";

/** The texts about one generated cluster in English, and the false ones in either language. */
export interface ClusterWords {
  readonly looked: Looked;
  readonly truth: Truth;
  readonly sayings: readonly Saying[];
  readonly falsehoods: readonly string[];
}

export const german = tongueOf(catalogue);

/** The texts of all screens for a number of generated clusters, in English and German. */
export async function wordsOfScreens(clusters: number, seed: number): Promise<readonly ClusterWords[]> {
  const look = lookAtClusters();
  const looked = Array.from({ length: clusters }, (_, index) => {
    const random = createRandom(seed, `cluster ${index}`);
    return look(anyShoot(random, index), { seed: anySeed(random) });
  });
  const told = looked.map((each): ClusterWords => {
    const sayings = screensOf(each);
    const truth = sentenceOfTruth(each.shoot, each.view, now);
    return { looked: each, truth, sayings, falsehoods: falseWords(each, sayings, english) };
  });
  return await speakIn("de", async () =>
    told.map((each) => {
      const sayings = screensOf(each.looked);
      // Both languages must have the same texts, so that errors in translations cannot hide.
      const differs = sayings.map(kindAndTime).join() === each.sayings.map(kindAndTime).join() ? [] : ["not the same"];
      return { ...each, falsehoods: [...each.falsehoods, ...falseWords(each.looked, sayings, german), ...differs] };
    }),
  );
}

const kindAndTime = ({ place, kind = "", at = 0 }: Saying) => `${place} ${kind} ${at}`;
