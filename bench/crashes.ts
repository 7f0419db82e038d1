import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CrashTally, crashRuns } from "../server/embedded/testing/crash-runs.ts";
import { report } from "./report.ts";

const gardens = 10;
const killsEach = 10;

/** Kills ten gardens with data folders ten times each under load, and counts what they forgot. */
export async function benchCrashes(): Promise<boolean> {
  const begin = performance.now();
  const tallies: CrashTally[] = [];
  for (let seed = 1; seed <= gardens; seed += 1) tallies.push(await crashesOf(seed));
  const sum = (pick: (tally: CrashTally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  const lost = sum(({ losses }) => losses.length);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  return report({
    name: `acknowledged writes lost in ${gardens * killsEach} kills`,
    value: `${lost} of ${sum(({ acknowledged }) => acknowledged)}; ${sum(({ duringStart }) => duringStart)} kills during a start, ${sum(({ cutOff }) => cutOff)} writes cut off, ${seconds} s`,
    goal: "none",
    met: lost === 0,
  });
}

async function crashesOf(seed: number): Promise<CrashTally> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-crashes-"));
  try {
    const tally = await crashRuns({ folder, seed, kills: killsEach });
    process.stdout.write(`  garden ${seed}: ${tally.acknowledged} writes acknowledged\n`);
    for (const loss of tally.losses) process.stdout.write(`  ${loss}\n`);
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
