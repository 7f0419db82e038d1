import { formatInstant } from "#lib/kube/instant.ts";
import { createRandom } from "#lib/random.ts";
import { describeFailure, runVector, type VectorOutcome } from "#tools/conformance/run-vector.ts";
import type { Vector } from "#tools/conformance/vector/vector.ts";
import { anyMoment } from "./any-moment.ts";
import { type Question, type Reconcilers, startReconcilers } from "./gardener-reconcilers.ts";
import { nextAreas } from "./next-areas.ts";
import { compareRecorded, recordedVectors } from "./recorded-vectors.ts";
import { shrink } from "./shrink.ts";

interface NextOptions {
  /** Of each area. */
  readonly cases: number;
  /** Names with commas between them; all when empty. */
  readonly areas: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/**
 * Holds Gardener's reconcilers to the vectors that were recorded of them, and then lib/policy to the reconcilers.
 *
 * @param file the program of Gardener's reconcilers
 * @returns whether all say the same
 */
export async function compareAllNextRuns(file: string, options: NextOptions): Promise<boolean> {
  const reconcilers = startReconcilers(file);
  const recorded = await recordedVectors(chosenAreas(options.areas));
  const asRecorded = await compareRecorded(reconcilers, recorded, options.say);
  const agreed = await compareNext(reconcilers, options);
  await reconcilers.end();
  return asRecorded && agreed;
}

function chosenAreas(areas: string): readonly string[] {
  return Object.keys(nextAreas).filter((area) => areas === "" || areas.split(",").includes(area));
}

/**
 * Asks lib/policy what Gardener's own reconcilers did with the same gardens, and tells per area how often both say the
 * same, with the smallest input on which they part in each manner.
 *
 * @returns whether both always say the same
 */
export async function compareNext(
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
        .map((number) => partingOf(reconcilers, drawn(area, seed, number)));
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

/** Of those that Gardener's worker never comes back from, each takes seconds. */
function mostCases(area: string, cases: number): number {
  return area === "next-hibernation-never" ? Math.min(cases, 20) : cases;
}

interface Parting {
  readonly vector: Vector;
  readonly outcome: VectorOutcome;
}

/** The same seed and number give the same garden. */
export function drawn(area: string, seed: number, number: number): Question {
  const random = createRandom(seed, `${area}/${number}`);
  const now = anyMoment(random);
  const input: unknown = JSON.parse(JSON.stringify(nextAreas[area]?.(random, now)));
  return { area, now: formatInstant(now), input };
}

/** Undefined when both say the same. */
async function partingOf(reconcilers: Pick<Reconcilers, "ask">, question: Question): Promise<Parting | undefined> {
  const answer = await reconcilers.ask(question);
  if ("failed" in answer) throw new Error(`${answer.failed}: ${JSON.stringify(question)}`);
  const vector: Vector = { id: "smallest", ...question, expect: answer.expect };
  const outcome = runVector(vector);
  return outcome.passed ? undefined : { vector, outcome };
}

/** Parts of a garden without which a case would be another one. */
const whole: ReadonlySet<string> = new Set(["cloudProfile", "gardenlet"]);

/** A smaller garden counts when Gardener can be asked about it and the two part in the same manner. */
async function smallestParting(reconcilers: Pick<Reconcilers, "ask">, parting: Parting): Promise<Parting> {
  const { area, now, input } = parting.vector;
  const manner = mannerOf(parting.outcome);
  let smallest = parting;
  const fields = { ...Object(input) };
  for (const field of Object.keys(fields).filter((name) => !whole.has(name))) {
    fields[field] = await shrink(fields[field], async (smaller) => {
      const asked = { area, now: String(now), input: { ...fields, [field]: smaller } };
      const answer = await reconcilers.ask(asked);
      if ("failed" in answer) return false;
      const vector: Vector = { ...parting.vector, ...asked, expect: answer.expect };
      const outcome = runVector(vector);
      if (mannerOf(outcome) !== manner) return false;
      smallest = { vector, outcome };
      return true;
    });
  }
  return smallest;
}

/** In which parts of the answer the two differ. */
function mannerOf(outcome: VectorOutcome): string {
  if (outcome.passed) return "";
  if (outcome.reason !== "mismatch") return outcome.reason;
  const [want, got] = [fieldsOf(outcome.want), fieldsOf(outcome.got)];
  return [...want.keys()].filter((field) => want.get(field) !== got.get(field)).join();
}

function fieldsOf(answer: unknown): ReadonlyMap<string, string> {
  return new Map(Object.entries(Object(answer)).map(([field, value]) => [field, JSON.stringify(value)]));
}
