import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { buildWhenNeeded } from "#server/start/build.ts";
import { SharedTestSetup } from "./faults/farm.ts";
import type { AlmanacProcess } from "./faults/product-process.ts";
import { openManyViewers } from "./faults/scenarios/crowd.ts";
import { writeSteadily } from "./faults/scenarios/steady.ts";
import { TestBed } from "./faults/test-bed.ts";
import { secondsUntil } from "./faults/until.ts";
import type { StreamViewer } from "./faults/viewer.ts";
import { imageEnvironment, imageOptions } from "./image-options.ts";
import { printBenchFigure } from "./report.ts";

const usualMinutes = 60;
/** Time in which memory use may still grow to its normal level. */
const settledShare = 1 / 6;
const mostGrowth = 1.05;
const mostLagMs = 50;
/** Session duration that exceeds the benchmark, so that no user has to sign in again. */
const sessionAge = "12h";
const observer = path.resolve(import.meta.dirname, "soak-observer.ts");
const lagSchema = z.object({ p99: z.number(), max: z.number() });

/**
 * Runs Almanac for an hour, or the given number of minutes, with 100 pages and 10 writes per second; all watches are
 * cut every minute. Checks memory growth, event loop delay, and that all pages are correct at the end.
 */
export async function benchSoak(options: readonly string[]): Promise<boolean> {
  const minutes = Number(options.find((option) => /^\d/.test(option)) ?? usualMinutes);
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await SharedTestSetup.open();
  const nodeOptions = [...imageOptions(), "--expose-gc", "--import", observer];
  const world = await TestBed.open(farm, {
    nodeOptions,
    environment: { LOG_LEVEL: "warn", SESSION_MAX_AGE: sessionAge, ...imageEnvironment() },
  });
  try {
    await world.ready();
    const viewers = await openManyViewers(world, { people: 20, each: 5, keepsRows: true });
    await secondsUntil(() => viewers.every(({ shownAt }) => shownAt !== undefined), 60);
    const writer = writeSteadily(farm.garden, 10);
    await lagOf(world.product);
    await cutEveryMinute(world, minutes * settledShare);
    const settledMib = await collectedMib(world.product);
    await cutEveryMinute(world, minutes * (1 - settledShare));
    const lag = await lagOf(world.product);
    const endMib = await collectedMib(world.product);
    const written = await writer.stop();
    const truth = await farm.garden.truth();
    await secondsUntil(() => viewers.every((viewer) => viewer.differsBy(truth) === 0), 30);
    const wrong = viewers.filter((viewer) => viewer.differsBy(truth) > 0);
    const growth = endMib / settledMib;
    return [
      printBenchFigure({
        name: "resident memory after a collection",
        value: `${settledMib.toFixed(0)} MiB after ${(minutes * settledShare).toFixed(0)} minutes, ${endMib.toFixed(0)} MiB after ${minutes}: × ${growth.toFixed(3)}`,
        goal: `× ${mostGrowth}`,
        met: growth <= mostGrowth,
      }),
      printBenchFigure({
        name: "lag of the event loop, p99",
        value: `${lag.p99.toFixed(0)} ms, most ${lag.max.toFixed(0)} ms`,
        goal: `${mostLagMs} ms`,
        met: lag.p99 <= mostLagMs,
      }),
      printBenchFigure({
        name: `viewers that are wrong after ${written} writes`,
        value: `${wrong.length} of ${viewers.length}${wrong[0] === undefined ? "" : `, such as ${stateOf(wrong[0], truth)}`}`,
        goal: "none",
        met: wrong.length === 0,
      }),
    ].every(Boolean);
  } finally {
    await world.close();
    await farm.close();
  }
}

function stateOf(viewer: StreamViewer, truth: ReadonlyMap<string, string>): string {
  const { told, statuses, rows } = viewer;
  const last = told.at(-1)?.words ?? "told nothing";
  return `${viewer.differsBy(truth)} of ${rows.size} rows, ${last}, streams ${statuses.slice(-5).join(" ")}`;
}

async function cutEveryMinute(world: TestBed, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    await pause(Math.min(1, left) * 60_000);
    world.proxy.wire.cut("rst");
  }
}

/** Event loop delay since the last report in milliseconds, including processor time used by other processes. */
async function lagOf(product: AlmanacProcess): Promise<z.infer<typeof lagSchema>> {
  return lagSchema.parse(await asked(product, "lag"));
}

async function collectedMib(product: AlmanacProcess): Promise<number> {
  await asked(product, "collect");
  return product.memory().nowMib;
}

async function asked({ child }: AlmanacProcess, question: "lag" | "collect"): Promise<unknown> {
  const answer = once(child, "message");
  child.send(question);
  const [message]: unknown[] = await answer;
  return message;
}
