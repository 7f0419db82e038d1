import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";
import type { SharedTestSetup } from "../faults/farm.ts";
import { TestBed } from "../faults/test-bed.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";

/** Maximum time in seconds until Almanac is ready, for all sizes. */
const mostReadyS = 300;

/** Almanac as started by the container image, connected to its garden without a proxy, and a browser. */
export interface ScaleSetup {
  readonly farm: SharedTestSetup;
  readonly world: TestBed;
  readonly browser: Browser;
  /** Number of requested Shoots; the demo landscape adds a few. */
  readonly shoots: number;
}

export interface StartedAlmanac {
  readonly world: TestBed;
  readonly livesS: number;
  readonly readyS: number;
}

/**
 * Starts Almanac as its image does, and waits until ready. @param nodeOptions Node.js options besides the image's own
 * @throws Error with the output of a process that exits before it is ready
 */
export async function startAlmanacWithoutProxy(
  farm: SharedTestSetup,
  nodeOptions: readonly string[] = [],
): Promise<StartedAlmanac> {
  // The browser uses the server's address, so sign-ins are allowed from any origin.
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

/** Starts Chromium as in the browser tests, without a GPU. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });
}

/** Opens one page before the measurements, because starting the browser's processes keeps both cores busy. */
export async function warmUpBrowser(setup: ScaleSetup): Promise<void> {
  const page = await setup.browser.newPage({ baseURL: originOf(setup) });
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  await page.context().close();
}

/** Opens a page in a new browser context as a user who sees all clusters. Closing the context closes the page. */
export async function openSignedInPage(setup: ScaleSetup, person = 0): Promise<Page> {
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
