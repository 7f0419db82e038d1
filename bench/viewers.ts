import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildWhenNeeded } from "#server/start/build.ts";
import { Farm } from "./faults/farm.ts";
import { signedIn } from "./faults/scenarios/crowd.ts";
import { writeSteadily } from "./faults/scenarios/steady-writes.ts";
import { seconds, secondsUntil } from "./faults/until.ts";
import type { Viewer } from "./faults/viewer.ts";
import { World } from "./faults/world.ts";
import { imageOptions } from "./image-options.ts";
import { watchLivez } from "./livez-watch.ts";
import { report } from "./report.ts";

interface Crowd {
  /** With the seventy of the demo landscape. */
  readonly shoots: number;
  readonly viewers: number;
  readonly withinSeconds: number;
  readonly hasCursor: boolean;
  readonly mostMib: number;
}

const tabs = 10;
const crowds: readonly Crowd[] = [
  { shoots: 2_000, viewers: 1_000, withinSeconds: 15, hasCursor: true, mostMib: 512 },
  { shoots: 10_000, viewers: 100, withinSeconds: 1, hasCursor: false, mostMib: 768 },
];

/** How much memory people cost who open their pages at once: the production build, its garden in a process of its own. */
export async function benchViewers(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, ".."), output: process.stdout });
  const verdicts: boolean[] = [];
  for (const crowd of crowds) verdicts.push(await measure(crowd));
  return verdicts.every(Boolean);
}

async function measure(crowd: Crowd): Promise<boolean> {
  const farm = await Farm.open({ people: 1, garden: ["--shoots", String(crowd.shoots)] });
  const world = await World.open(farm, { nodeOptions: imageOptions(), environment: { LOG_LEVEL: "warn" } });
  try {
    const ready = await world.ready();
    const readyMib = world.product.memory().nowMib;
    const people = await signedIn(world, crowd.viewers / tabs);
    world.product.forgetPeak();
    const writer = writeSteadily(farm.garden, 20);
    const livez = watchLivez(world.product.port);
    const viewers: Viewer[] = [];
    const startedAt = performance.now();
    const pages = Array.from({ length: crowd.viewers }, async (_, index) => {
      await pause((index * crowd.withinSeconds * 1000) / crowd.viewers);
      const person = people[index % people.length];
      viewers.push(await world.watch({ keepsRows: false, isBare: !crowd.hasCursor }, person));
    });
    await Promise.all(pages);
    const isShown = ({ shownAt, statuses }: Viewer) =>
      crowd.hasCursor ? statuses.includes(200) : shownAt !== undefined;
    const shown = await secondsUntil(() => viewers.every(isShown), 60);
    const openedS = (performance.now() - startedAt) / 1000;
    await pause(5_000);
    await writer.stop();
    const longest = await livez.stop();
    const { peakMib } = world.product.memory();
    const failed = viewers
      .flatMap(({ statuses, reads }) => [...statuses, ...reads])
      .filter((status) => status >= 500 || status < 1);
    const name = `${crowd.viewers} viewers of ${farm.garden.shoots.length} Shoots`;
    return [
      report({ name: `${name}${crowd.hasCursor ? "" : ", without a cursor"}`, value: `ready after ${seconds(ready)}` }),
      report({
        name: "  opened",
        value: `after ${shown === undefined ? "never" : seconds(openedS)}, ${failed.length} failed, /livez ≤ ${longest.toFixed(0)} ms`,
        goal: "all, none failed",
        met: shown !== undefined && failed.length === 0,
      }),
      report({
        name: "  resident memory, most",
        value: `${peakMib.toFixed(0)} MiB (before them ${readyMib.toFixed(0)} MiB)`,
        goal: `${crowd.mostMib} MiB`,
        met: peakMib <= crowd.mostMib,
      }),
    ].every(Boolean);
  } finally {
    await world.close();
    await farm.close();
  }
}
