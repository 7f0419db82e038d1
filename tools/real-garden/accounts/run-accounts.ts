import fc from "fast-check";
import { startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { createWriteComparer } from "../writes/compare-write.ts";
import { compareWrites } from "../writes/compare-writes.ts";
import { createAccountJudge } from "./account-opinion.ts";
import { compareLives } from "./compare-lives.ts";
import { plantAccounts } from "./plant-accounts.ts";
import { type AccountWrite, randomAccountWrites } from "./random-accounts.ts";
import { drawLives } from "./random-lives.ts";

export interface AccountOptions {
  /** Number of random writes, all dry runs; for each twenty there is the life of an account. */
  readonly cases: number;
  readonly seed: number;
  /** Gardener release of the garden that is asked. */
  readonly version: string;
  readonly say: (line: string) => void;
}

/** The random writes of a seed. */
export function drawAccountWrites({ cases, seed }: Pick<AccountOptions, "cases" | "seed">): readonly AccountWrite[] {
  return fc.sample(randomAccountWrites, { seed, numRuns: cases });
}

const writesPerLife = 20;

function livesFor(cases: number): number {
  return Math.ceil(cases / writesPerLife);
}

/** Compares the embedded garden with the real one. @returns whether there are no differences */
export async function runAccounts(
  { admin, tokens, release }: RealGarden,
  options: Omit<AccountOptions, "version">,
): Promise<boolean> {
  const embedded = await startEmbeddedComparedGarden(new Date());
  try {
    return await compareAccounts(embedded, { access: admin, tokens }, { ...options, version: release.version });
  } finally {
    await embedded.stop();
  }
}

/**
 * Sends random writes about accounts to the embedded garden and to the real one, and holds the answers and what Almanac
 * says against each other. Then accounts are created and deleted in both.
 * @returns whether there are no differences
 */
export async function compareAccounts(
  embedded: ComparedGarden,
  real: ComparedGarden,
  options: AccountOptions,
): Promise<boolean> {
  const { say, version } = options;
  await Promise.all([plantAccounts(embedded), plantAccounts(real)]);
  const comparer = createWriteComparer(embedded, real, createAccountJudge(real, version));
  const areWritesAlike = await compareWrites(comparer, drawAccountWrites(options), { say });
  const lives = drawLives({ lives: livesFor(options.cases), seed: options.seed });
  const areLivesAlike = await compareLives(lives, { embedded, real, version, say });
  return areWritesAlike && areLivesAlike;
}
