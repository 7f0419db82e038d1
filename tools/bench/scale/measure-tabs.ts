import type { Browser } from "@playwright/test";
import { openClusterList } from "./list-page.ts";
import type { Measurement } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const users = 5;
const mostRatio = 4;

/** Measures five users who open the list at once, each in a separate browser context, compared with one user. */
export async function measureTabs(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const one = await openedAtOnce(setup, 1);
  const five = await openedAtOnce(setup, users);
  return [
    { name: "one tab: all rows", unit: "s", value: one.rowsS },
    { name: "one tab: processor of browser and server", unit: "s", value: one.processorS },
    { name: "five tabs of five users: all rows", unit: "s", value: five.rowsS },
    { name: "five tabs: processor of browser and server, per tab", unit: "s", value: five.processorS / users },
    { name: "five tabs, by one", unit: "×", value: five.rowsS / one.rowsS, most: mostRatio },
  ];
}

interface Opened {
  /** Seconds until the last page shows all rows. */
  readonly rowsS: number;
  /** Processor time of all browser and server processes until then. On two cores, half of it is the minimum time. */
  readonly processorS: number;
}

async function openedAtOnce(setup: ScaleSetup, count: number): Promise<Opened> {
  const pages = [];
  for (let person = 0; person < count; person += 1) pages.push(await openSignedInPage(setup, person));
  const before = await processorOf(setup);
  const waits = await Promise.all(pages.map((page) => openClusterList(page, setup)));
  const processorS = (await processorOf(setup)) - before;
  await Promise.all(pages.map((page) => page.context().close()));
  return { rowsS: Math.max(...waits), processorS };
}

/** Processor time in seconds so far. */
async function processorOf({ world, browser }: ScaleSetup): Promise<number> {
  return world.product.cpuMs() / 1000 + (await processorOfBrowser(browser));
}

async function processorOfBrowser(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
