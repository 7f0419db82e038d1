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
const sizes = { trial: 70, team: 500, live: 2_000 } as const;
/** What gardens may cost together, by what they cost one by one. */
const mostRatio = 1.15;
const readyWithinS = 120;
/** What the start has used is given back meanwhile. */
const restMs = 15_000;

interface Memory {
  readonly nowMib: number;
  readonly peakMib: number;
}

/** The memory of one Almanac for three gardens, beside that of three Almanacs for one each. */
export async function benchGardens(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, ".."), output: process.stdout });
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-gardens-"));
  const fileOf = (name: string) => path.join(folder, name);
  const gardens: GardenProcess[] = [];
  try {
    for (const [name, shoots] of Object.entries(sizes)) {
      const options = ["--no-life", "--pace", "1000", "--kubeconfig", fileOf(name), "--shoots", String(shoots)];
      const garden = spawnGarden(options);
      gardens.push(garden);
      (await garden.ready).close();
    }
    const alone: Memory[] = [];
    for (const [name, shoots] of Object.entries(sizes)) {
      const memory = await memoryOf({ KUBECONFIG: fileOf(name) });
      alone.push(memory);
      report({ name: `  ${shoots} Shoots alone`, value: inWords(memory) });
    }
    const list = Object.keys(sizes).map((name) => `${name}=${fileOf(name)}`);
    const together = await memoryOf({ KUBECONFIG: "", GARDENS: list.join(",") });
    return (["nowMib", "peakMib"] as const)
      .map((key) => {
        const sum = alone.reduce((rest, each) => rest + each[key], 0);
        return report({
          name: key === "nowMib" ? "  all three in one Almanac, at rest" : "  all three in one Almanac, at most",
          value: `${together[key].toFixed(0)} MiB, ${(together[key] / sum).toFixed(2)} × the ${sum.toFixed(0)} MiB of three`,
          goal: `${mostRatio} ×`,
          met: together[key] <= mostRatio * sum,
        });
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

/** Resident memory of an Almanac that has read everything it shows. */
async function memoryOf(environment: Readonly<Record<string, string>>): Promise<Memory> {
  const product = await ProductProcess.start({
    environment: { LOG_LEVEL: "warn", ...imageEnvironment(), ...environment },
    nodeOptions: imageOptions(),
  });
  try {
    const isRead = async () => {
      const { status, body } = await exchange(product.port, { path: "/readyz", timeoutMs: 5_000 });
      // With several it says of each how it fares.
      const [, ...each] = body.toString().trim().split("\n");
      return status === 200 && each.every((line) => line.endsWith(" live"));
    };
    if ((await secondsUntil(isRead, readyWithinS)) === undefined) {
      throw new Error(`not ready in time: ${product.output}`);
    }
    await pause(restMs);
    return product.memory();
  } finally {
    await product.end("SIGKILL");
  }
}
