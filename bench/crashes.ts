import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crashRuns } from "../server/embedded/testing/crash-runs.ts";
import { report } from "./report.ts";

const kills = 100;

/** Kills a garden with a data folder a hundred times under load, and counts what it forgot. */
export async function benchCrashes(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-crashes-"));
  const begin = performance.now();
  try {
    const { duringStart, acknowledged, cutOff, losses } = await crashRuns({ folder, seed: 1, kills });
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    for (const loss of losses) process.stdout.write(`${loss}\n`);
    return report({
      name: `acknowledged writes lost in ${kills} kills`,
      value: `${losses.length} of ${acknowledged}; ${duringStart} kills during a start, ${cutOff} writes cut off, ${seconds} s`,
      goal: "none",
      met: losses.length === 0,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
