import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describeFailure, runVector, type VectorOutcome } from "#tools/conformance/run-vector.ts";
import { isVector, type Vector } from "#tools/conformance/vector/vector.ts";

interface FuzzOptions {
  /** Of each area. */
  readonly cases: number;
  /** Names with commas between them; all when empty. */
  readonly areas: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface Tally {
  readonly agreed: number;
  readonly failed: number;
  /** The smallest input on which the two part. */
  readonly smallest: { readonly vector: Vector; readonly outcome: VectorOutcome } | undefined;
}

/**
 * Asks lib/policy what Gardener's own functions were asked, and tells per area how often both say the same.
 *
 * @param file the program that asks Gardener's functions
 * @returns whether they always do
 */
export async function runFuzz(file: string, { cases, areas, seed, say }: FuzzOptions): Promise<boolean> {
  const flags = [`--cases=${cases}`, `--seed=${seed}`, `--areas=${areas}`];
  const child = spawn(file, flags, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const tallies = new Map<string, Tally>();
  for await (const line of createInterface({ input: child.stdout })) {
    const vector: unknown = JSON.parse(line);
    if (!isVector(vector)) throw new Error(`not a vector: ${line}`);
    tallies.set(vector.area, counted(tallies.get(vector.area), vector));
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  for (const [area, { agreed, failed, smallest }] of tallies) {
    say(`${area}: ${agreed} of ${agreed + failed} cases agree`);
    if (smallest)
      say(`  ${JSON.stringify(smallest.vector.input)}\n${describeFailure(smallest.vector, smallest.outcome)}`);
  }
  return tallies.size > 0 && [...tallies.values()].every(({ failed }) => failed === 0);
}

const none: Tally = { agreed: 0, failed: 0, smallest: undefined };

function counted({ agreed, failed, smallest }: Tally = none, vector: Vector): Tally {
  const outcome = runVector(vector);
  if (outcome.passed) return { agreed: agreed + 1, failed, smallest };
  const isSmaller = smallest === undefined || sizeOf(vector) < sizeOf(smallest.vector);
  return { agreed, failed: failed + 1, smallest: isSmaller ? { vector, outcome } : smallest };
}

function sizeOf({ input }: Vector): number {
  return JSON.stringify(input).length;
}
