import fc from "fast-check";
import { type RandomDraft, randomDrafts } from "#server/creation/random-drafts.fixture.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { type CreationComparer, type CreationDifference, createCreationComparer } from "./compare-creation.ts";
import { readCreationGarden } from "./garden-offer.ts";
import { shrinkDraft } from "./shrink-draft.ts";

interface CreationOptions {
  /** Number of drafts without errors to try, and number of drafts with errors. */
  readonly cases: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface Tally {
  tried: number;
  agreed: number;
}

/** Drafts drawn for each one that is tried, at most: of the two kinds of drafts one is rarer. */
const drawnPerCase = 8;

interface Found {
  readonly draft: RandomDraft;
  readonly difference: CreationDifference;
  count: number;
}

/**
 * Tries to create clusters as the form is filled at random, by dry runs: drafts that Almanac calls valid must be
 * accepted, and those with errors refused at one of their fields. Every kind of difference is printed once, as small as
 * possible. What the admission of provider extensions judges is left out, because none runs here.
 * @returns whether there are no differences
 */
export async function runCreations(
  { admin, release }: Pick<RealGarden, "admin" | "release">,
  options: CreationOptions,
): Promise<boolean> {
  const { cases, seed, say } = options;
  const garden = await readCreationGarden(admin);
  const comparer = createCreationComparer({ admin, garden, release: release.version });
  const tallies = { valid: { tried: 0, agreed: 0 }, invalid: { tried: 0, agreed: 0 } } satisfies Record<string, Tally>;
  const found = new Map<string, Found>();
  for (const draft of fc.sample(randomDrafts, { seed, numRuns: cases * drawnPerCase })) {
    const judged = await comparer.judge(draft);
    const tally = judged.errors.length === 0 ? tallies.valid : tallies.invalid;
    if (tally.tried === cases) continue;
    tally.tried += 1;
    const difference = await comparer.compare(judged);
    if (difference === undefined) tally.agreed += 1;
    else note(found, draft, difference);
    if (tallies.valid.tried + tallies.invalid.tried === 2 * cases) break;
  }
  for (const one of found.values()) await printSmallest(comparer, one, say);
  const { valid, invalid } = tallies;
  say(
    `${valid.agreed} of ${valid.tried} drafts without errors are accepted, ` +
      `${invalid.agreed} of ${invalid.tried} with errors are refused at their fields`,
  );
  return found.size === 0 && valid.tried === cases && invalid.tried === cases;
}

function note(found: Map<string, Found>, draft: RandomDraft, difference: CreationDifference): void {
  const before = found.get(difference.kind);
  if (before) before.count += 1;
  else found.set(difference.kind, { draft, difference, count: 1 });
}

async function printSmallest(
  comparer: CreationComparer,
  { draft, difference: { kind }, count }: Found,
  say: (line: string) => void,
): Promise<void> {
  const compare = async (one: RandomDraft) => comparer.compare(await comparer.judge(one));
  const smallest = await shrinkDraft(draft, async (smaller) => (await compare(smaller))?.kind === kind);
  const difference = await compare(smallest);
  say(`${kind} (${count} drafts)\n  ${JSON.stringify(smallest)}`);
  say(`  Almanac: ${difference?.told.join(", ") || "no error"}\n  the garden: ${difference?.answer}`);
}
