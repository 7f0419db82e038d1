import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type GardenProcess, spawnGarden } from "#server/embedded/testing/garden-process.ts";
import { buildWhenNeeded } from "#server/start/build.ts";
import { exchange } from "./faults/exchange.ts";
import { ProductProcess } from "./faults/product-process.ts";
import { secondsUntil } from "./faults/until.ts";
import { imageEnvironment, imageOptions } from "./image-options.ts";
import { report } from "./report.ts";

/** Shoots by garden: one for trials, one of a team, one as most are. */
const sizes = { trial: 84, team: 500, live: 2_000 } as const;
/** What gardens may cost together, by what they cost one by one. */
const mostRatio = 1.15;
const readyWithinS = 120;
/** What the start has used is given back meanwhile. */
const restMs = 15_000;
/** Pages are loaded after fifteen seconds without a garden, which takes a few. */
const loadedWithinMs = 25_000;
/** These it has whatever is asked for. */
const shootsOfDemo = 84;

interface Memory {
  readonly nowMib: number;
  readonly peakMib: number;
}

/**
 * The memory of one Almanac for three gardens, beside that of three Almanacs for one each. What every Almanac takes, and three
 * take three times, is told apart by one whose garden was never there: the sum is told with it three times, and once.
 */
export async function benchGardens(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, ".."), output: process.stdout });
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-gardens-"));
  const fileOf = (name: string) => path.join(folder, name);
  const gardens: GardenProcess[] = [];
  try {
    for (const [name, shoots] of Object.entries(sizes)) {
      gardens.push(spawnWith(shoots, fileOf(name)));
    }
    const away = spawnWith(shootsOfDemo, fileOf("away"));
    gardens.push(away);
    for (const { ready } of gardens) (await ready).close();
    await away.stop();
    const bare = await memoryOf({ KUBECONFIG: fileOf("away") }, isThere);
    report({ name: "  nothing but itself, its garden away", value: inWords(bare) });
    const alone: Memory[] = [];
    for (const [name, shoots] of Object.entries(sizes)) {
      const memory = await memoryOf({ KUBECONFIG: fileOf(name) });
      alone.push(memory);
      report({ name: `  ${shoots} Shoots alone`, value: inWords(memory) });
    }
    const list = Object.keys(sizes).map((name) => `${name}=${fileOf(name)}`);
    const together = await memoryOf({ KUBECONFIG: "", GARDENS: list.join(",") });
    return (["nowMib", "peakMib"] as const)
      .flatMap((key) => {
        const name = key === "nowMib" ? "all three in one Almanac, at rest" : "all three in one Almanac, at most";
        const sum = alone.reduce((rest, each) => rest + each[key], 0);
        const once = sum - (alone.length - 1) * bare[key];
        const beside = (mib: number) => `${(together[key] / mib).toFixed(2)} × ${mib.toFixed(0)} MiB`;
        const goal = `${mostRatio} ×`;
        return [
          report({ name: `  ${name}`, value: `${together[key].toFixed(0)} MiB` }),
          report({
            name: "    beside three of their own",
            value: beside(sum),
            goal,
            met: together[key] <= mostRatio * sum,
          }),
          report({
            name: "    beside these, and itself counted once",
            value: beside(once),
            goal,
            met: together[key] <= mostRatio * once,
          }),
        ];
      })
      .every(Boolean);
  } finally {
    await Promise.all(gardens.map((garden) => garden.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

function inWords({ nowMib, peakMib }: Memory): string {
  return `${nowMib.toFixed(0)} MiB at rest, at most ${peakMib.toFixed(0)} MiB`;
}

function spawnWith(shoots: number, kubeconfig: string): GardenProcess {
  const more = String(shoots - shootsOfDemo);
  return spawnGarden(["--no-life", "--pace", "1000", "--kubeconfig", kubeconfig, "--shoots", more]);
}

/** It has read everything that it shows. */
async function isRead({ port }: ProductProcess): Promise<boolean> {
  const { status, body } = await exchange(port, { path: "/readyz", timeoutMs: 5_000 });
  // With several it counts how they fare.
  const [, ...states] = body.toString().trim().split("\n");
  return status === 200 && states.every((line) => line.startsWith("live "));
}

/** It has given its garden up for now, and has loaded its pages. */
async function isThere(product: ProductProcess): Promise<boolean> {
  return performance.now() - product.spawnedAt > loadedWithinMs && (await product.status("/livez")) === 200;
}

/** Resident memory of an Almanac, a while after it was so far. */
async function memoryOf(environment: Readonly<Record<string, string>>, isSoFar = isRead): Promise<Memory> {
  const product = await ProductProcess.start({
    environment: { LOG_LEVEL: "warn", ...imageEnvironment(), ...environment },
    nodeOptions: imageOptions(),
  });
  try {
    if ((await secondsUntil(() => isSoFar(product), readyWithinS)) === undefined) {
      throw new Error(`not ready in time: ${product.output}`);
    }
    await pause(restMs);
    return product.memory();
  } finally {
    await product.end("SIGKILL");
  }
}
