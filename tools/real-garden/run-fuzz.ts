import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describeFailure, runVector, type VectorOutcome } from "#tools/conformance/run-vector.ts";
import { type ConformanceVector, isVector } from "#tools/conformance/vector/vector.ts";

interface FuzzOptions {
  /** Number of random cases per area. */
  readonly cases: number;
  /** Comma-separated names of areas; all if empty. */
  readonly areas: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface Tally {
  readonly agreed: number;
  readonly failed: number;
  /** The smallest input with different results. */
  readonly smallest: { readonly vector: ConformanceVector; readonly outcome: VectorOutcome } | undefined;
}

/**
 * Compares lib/policy with Gardener's own functions for random inputs, and prints per area how often both agree.
 * @param file path of the program that calls Gardener's functions
 * @returns whether both always agree
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

function counted({ agreed, failed, smallest }: Tally = none, vector: ConformanceVector): Tally {
  const outcome = runVector(vector);
  if (outcome.passed) return { agreed: agreed + 1, failed, smallest };
  const isSmaller = smallest === undefined || sizeOf(vector) < sizeOf(smallest.vector);
  return { agreed, failed: failed + 1, smallest: isSmaller ? { vector, outcome } : smallest };
}

function sizeOf({ input }: ConformanceVector): number {
  return JSON.stringify(input).length;
}
