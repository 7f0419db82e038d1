import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { buildWhenNeeded } from "#server/start/build.ts";
import { Farm } from "./faults/farm.ts";
import type { ProductProcess } from "./faults/product-process.ts";
import { crowd } from "./faults/scenarios/crowd.ts";
import { writeSteadily } from "./faults/scenarios/steady.ts";
import { TestBed } from "./faults/test-bed.ts";
import { secondsUntil } from "./faults/until.ts";
import type { StreamViewer } from "./faults/viewer.ts";
import { imageEnvironment, imageOptions } from "./image-options.ts";
import { report } from "./report.ts";

const usualMinutes = 60;
/** Until then it grows into its work. */
const settledShare = 1 / 6;
const mostGrowth = 1.05;
const mostLagMs = 50;
/** Nobody signs in again on the way. */
const sessionAge = "12h";
const observer = path.resolve(import.meta.dirname, "soak-observer.ts");
const lagSchema = z.object({ p99: z.number(), max: z.number() });

/**
 * Almanac for an hour, or as many minutes as are given, under 100 viewers and 10 writes a second, its watches cut every
 * minute: does it grow, does it lag, is every page right at the end?
 */
export async function benchSoak(options: readonly string[]): Promise<boolean> {
  const minutes = Number(options.find((option) => /^\d/.test(option)) ?? usualMinutes);
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await Farm.open();
  const nodeOptions = [...imageOptions(), "--expose-gc", "--import", observer];
  const world = await TestBed.open(farm, {
    nodeOptions,
    environment: { LOG_LEVEL: "warn", SESSION_MAX_AGE: sessionAge, ...imageEnvironment() },
  });
  try {
    await world.ready();
    const viewers = await crowd(world, { people: 20, each: 5, keepsRows: true });
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
      report({
        name: "resident memory after a collection",
        value: `${settledMib.toFixed(0)} MiB after ${(minutes * settledShare).toFixed(0)} minutes, ${endMib.toFixed(0)} MiB after ${minutes}: × ${growth.toFixed(3)}`,
        goal: `× ${mostGrowth}`,
        met: growth <= mostGrowth,
      }),
      report({
        name: "lag of the event loop, p99",
        value: `${lag.p99.toFixed(0)} ms, most ${lag.max.toFixed(0)} ms`,
        goal: `${mostLagMs} ms`,
        met: lag.p99 <= mostLagMs,
      }),
      report({
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

/** How late the event loop was since the last question, in milliseconds, with the wait for a processor that others had. */
async function lagOf(product: ProductProcess): Promise<z.infer<typeof lagSchema>> {
  return lagSchema.parse(await asked(product, "lag"));
}

async function collectedMib(product: ProductProcess): Promise<number> {
  await asked(product, "collect");
  return product.memory().nowMib;
}

async function asked({ child }: ProductProcess, question: "lag" | "collect"): Promise<unknown> {
  const answer = once(child, "message");
  child.send(question);
  const [message]: unknown[] = await answer;
  return message;
}
