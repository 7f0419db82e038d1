import { formatInstant } from "#lib/kube/instant.ts";
import { createRandom } from "#lib/random.ts";
import { describeFailure, runVector, type VectorOutcome } from "#tools/conformance/run-vector.ts";
import type { ConformanceVector } from "#tools/conformance/vector/vector.ts";
import { randomMoment } from "./any-moment.ts";
import { type ReconcilerQuestion, type Reconcilers, startReconcilers } from "./gardener-reconcilers.ts";
import { nextAreas } from "./next-areas.ts";
import { compareRecordedVectors, readRecordedVectors } from "./recorded-vectors.ts";
import { shrinkToSmallest } from "./shrink.ts";

interface NextOptions {
  /** Number of random cases per area. */
  readonly cases: number;
  /** Comma-separated names of areas; all if empty. */
  readonly areas: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/**
 * Compares Gardener's reconcilers with the test vectors recorded from them, and then lib/policy with the reconcilers.
 * @param file path of the program with Gardener's reconcilers
 * @returns whether all results agree
 */
export async function compareAllNextRuns(file: string, options: NextOptions): Promise<boolean> {
  const reconcilers = startReconcilers(file);
  const recorded = await readRecordedVectors(chosenAreas(options.areas));
  const asRecorded = await compareRecordedVectors(reconcilers, recorded, options.say);
  const agreed = await compareReconcilers(reconcilers, options);
  await reconcilers.end();
  return asRecorded && agreed;
}

function chosenAreas(areas: string): readonly string[] {
  return Object.keys(nextAreas).filter((area) => areas === "" || areas.split(",").includes(area));
}

/**
 * Compares lib/policy with Gardener's own reconcilers for random inputs, and prints per area how often both agree, with
 * the smallest input for each kind of difference.
 * @returns whether both always agree
 */
export async function compareReconcilers(
  reconcilers: Pick<Reconcilers, "ask">,
  { cases, areas, seed, say }: NextOptions,
): Promise<boolean> {
  const chosen = chosenAreas(areas);
  let agreed = chosen.length > 0;
  for (const area of chosen) {
    const numbers = Array.from({ length: mostCases(area, cases) }, (_, number) => number);
    const parted: Parting[] = [];
    for (let start = 0; start < numbers.length; start += 100) {
      const asked = numbers
        .slice(start, start + 100)
        .map((number) => partingOf(reconcilers, randomQuestion(area, seed, number)));
      for (const one of await Promise.all(asked)) if (one !== undefined) parted.push(one);
    }
    say(`${area}: ${numbers.length - parted.length} of ${numbers.length} cases agree`);
    agreed = agreed && parted.length === 0;
    for (const first of new Map(parted.map((one) => [mannerOf(one.outcome), one])).values()) {
      const { vector, outcome } = await smallestParting(reconcilers, first);
      say(`  ${JSON.stringify({ now: vector.now, input: vector.input })}\n${describeFailure(vector, outcome)}`);
    }
  }
  return agreed;
}

/** Maximum number of cases in an area. Cases in which Gardener loops forever take seconds each. */
function mostCases(area: string, cases: number): number {
  return area === "next-hibernation-never" ? Math.min(cases, 20) : cases;
}

interface Parting {
  readonly vector: ConformanceVector;
  readonly outcome: VectorOutcome;
}

/** The random question for a seed and a number; the same seed and number give the same question. */
export function randomQuestion(area: string, seed: number, number: number): ReconcilerQuestion {
  const random = createRandom(seed, `${area}/${number}`);
  const now = randomMoment(random);
  const input: unknown = JSON.parse(JSON.stringify(nextAreas[area]?.(random, now)));
  return { area, now: formatInstant(now), input };
}

/** The difference between lib/policy and Gardener for one question; undefined if both agree. */
async function partingOf(
  reconcilers: Pick<Reconcilers, "ask">,
  question: ReconcilerQuestion,
): Promise<Parting | undefined> {
  const answer = await reconcilers.ask(question);
  if ("failed" in answer) throw new Error(`${answer.failed}: ${JSON.stringify(question)}`);
  const vector: ConformanceVector = { id: "smallest", ...question, expect: answer.expect };
  const outcome = runVector(vector);
  return outcome.passed ? undefined : { vector, outcome };
}

/** Fields that must not be removed when a case is reduced, because it would become a different case. */
const whole: ReadonlySet<string> = new Set(["cloudProfile", "gardenlet"]);

/** Whether a reduced input still shows the same kind of difference, and Gardener accepts it. */
async function smallestParting(reconcilers: Pick<Reconcilers, "ask">, parting: Parting): Promise<Parting> {
  const { area, now, input } = parting.vector;
  const manner = mannerOf(parting.outcome);
  let smallest = parting;
  const fields = { ...Object(input) };
  for (const field of Object.keys(fields).filter((name) => !whole.has(name))) {
    fields[field] = await shrinkToSmallest(fields[field], async (smaller) => {
      const asked = { area, now: String(now), input: { ...fields, [field]: smaller } };
      const answer = await reconcilers.ask(asked);
      if ("failed" in answer) return false;
      const vector: ConformanceVector = { ...parting.vector, ...asked, expect: answer.expect };
      const outcome = runVector(vector);
      if (mannerOf(outcome) !== manner) return false;
      smallest = { vector, outcome };
      return true;
    });
  }
  return smallest;
}

/** Names of the fields in which both results differ. */
function mannerOf(outcome: VectorOutcome): string {
  if (outcome.passed) return "";
  if (outcome.reason !== "mismatch") return outcome.reason;
  const [want, got] = [fieldsOf(outcome.want), fieldsOf(outcome.got)];
  return [...want.keys()].filter((field) => want.get(field) !== got.get(field)).join();
}

function fieldsOf(answer: unknown): ReadonlyMap<string, string> {
  return new Map(Object.entries(Object(answer)).map(([field, value]) => [field, JSON.stringify(value)]));
}
