import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import * as z from "zod";
import { writeSteadily } from "../faults/scenarios/steady.ts";
import { changeToPixel, openClusterList, visibleShoots } from "./list-page.ts";
import { type Measurement, percentile } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const changesAlone = 20;
const changesAmongWrites = 20;
/** Pause between changes: a large list is sorted once a second, so changes within a second affect each other. */
const apartMs = 1_100;
const writesPerSecond = 20;
const mostMs = 300;

/** Measures the time from a write until the list shows it: alone, and during writes to other clusters. */
export async function measureChange(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const page = await openSignedInPage(setup);
  await openClusterList(page, setup);
  // The pointer is not on the list, because the order of rows does not change while it is.
  await page.mouse.move(0, 0);
  const alone = await changes(page, setup, { first: 0, count: changesAlone, apartMs });
  const writer = writeSteadily(setup.farm.garden, writesPerSecond);
  const startedAt = performance.now();
  const before = await rendererSeconds(setup.browser);
  const among = await changes(page, setup, { first: 50, count: changesAmongWrites, apartMs: 150 });
  const used = (await rendererSeconds(setup.browser)) - before;
  const percent = (used * 100_000) / (performance.now() - startedAt);
  await writer.stop();
  await page.context().close();
  return [
    { name: "change to pixel alone, p50", unit: "ms", value: percentile(alone, 0.5) },
    { name: "change to pixel alone, p95", unit: "ms", value: percentile(alone, 0.95), most: mostMs },
    { name: `${writesPerSecond} writes a second: change to pixel, p50`, unit: "ms", value: percentile(among, 0.5) },
    { name: `${writesPerSecond} writes a second: change to pixel, p95`, unit: "ms", value: percentile(among, 0.95) },
    { name: `${writesPerSecond} writes a second: renderer's processor`, unit: "%", value: percent },
  ];
}

interface Changes {
  /** First of the written values; each measurement needs other values, as writing the same one changes nothing. */
  readonly first: number;
  readonly count: number;
  readonly apartMs: number;
}

/** Sets the progress of the last operation of one visible cluster after the other. */
async function changes(
  page: Page,
  setup: ScaleSetup,
  { first, count, apartMs: ms }: Changes,
): Promise<readonly number[]> {
  const lines = await visibleShoots(page, setup);
  const waits: number[] = [];
  for (let turn = first; turn < first + count; turn += 1) {
    const shoot = lines[turn % lines.length];
    if (shoot === undefined) throw new Error("the list shows no cluster that could be changed");
    const progress = 1 + ((turn * 7) % 97);
    const lastUpdateTime = new Date().toISOString();
    const lastOperation = { type: "Reconcile", state: "Processing", progress, description: "bench", lastUpdateTime };
    const holds = `line.textContent.includes("Reconcile ${progress} %")`;
    const write = () => setup.farm.garden.patchStatus(shoot, { lastOperation });
    const waited = await changeToPixel(page, { shoot, holds }, write);
    if (waited === undefined) throw new Error(`a change of ${shoot.name} does not come to the screen`);
    waits.push(waited);
    // A random pause, so that writes are not synchronized with changes sent at intervals.
    await pause(ms + ((turn * 53) % 250));
  }
  return waits;
}

const processesSchema = z.object({ processInfo: z.array(z.object({ type: z.string(), cpuTime: z.number() })) });

/** Processor time of the open page so far. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = processesSchema.parse(await session.send("SystemInfo.getProcessInfo"));
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
