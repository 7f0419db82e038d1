import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";
import type { Farm } from "../faults/farm.ts";
import { TestBed } from "../faults/test-bed.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";

/** Seconds until it has to be ready, whatever its size. */
const mostReadyS = 300;

/** Almanac as the image starts it, in front of its garden with nothing between them, and a browser. */
export interface ScaleSetup {
  readonly farm: Farm;
  readonly world: TestBed;
  readonly browser: Browser;
  /** How many Shoots were asked for; the demo landscape has a few more. */
  readonly shoots: number;
}

export interface Started {
  readonly world: TestBed;
  readonly livesS: number;
  readonly readyS: number;
}

/**
 * @param nodeOptions given to node beside those of the image
 * @throws Error with what it said when it ended before it was ready
 */
export async function startAlmanac(farm: Farm, nodeOptions: readonly string[] = []): Promise<Started> {
  // The browser speaks to it by its address: what signs in from elsewhere has no place here.
  const environment = { LOG_LEVEL: "warn", PUBLIC_ORIGIN: "", ...imageEnvironment() };
  const world = await TestBed.open(farm, {
    isDirect: true,
    nodeOptions: [...imageOptions(), ...nodeOptions],
    environment,
  });
  try {
    const since = () => (performance.now() - world.product.spawnedAt) / 1000;
    const livesS = since();
    if ((await world.ready(mostReadyS)) === undefined) throw new Error(`not ready in time: ${world.product.output}`);
    return { world, livesS, readyS: since() };
  } catch (error) {
    await world.close();
    throw error;
  }
}

function originOf({ world }: ScaleSetup): string {
  return `http://127.0.0.1:${world.product.port}`;
}

/** Chromium as the tests use it, without a GPU. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });
}

/** Opens one page before any is measured: starting the browser's own processes takes both cores for a moment. */
export async function startBrowser(setup: ScaleSetup): Promise<void> {
  const page = await setup.browser.newPage({ baseURL: originOf(setup) });
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  await page.context().close();
}

/** A page of one of the people who see everything, in a browser that remembers nothing. Closing its context ends it. */
export async function newPage(setup: ScaleSetup, person = 0): Promise<Page> {
  const tokens = await setup.farm.peopleTokens(person + 1);
  const page = await setup.browser.newPage({ baseURL: originOf(setup), viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(120_000);
  const answer = await page.request.post("/api/session", {
    data: { method: "token", token: tokens[person] },
    headers: { "x-almanac": "1", "sec-fetch-site": "same-origin" },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  return page;
}
