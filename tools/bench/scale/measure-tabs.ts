import type { Browser } from "@playwright/test";
import { openList } from "./list-page.ts";
import type { Measurement } from "./measurement.ts";
import { newPage, type ScaleSetup } from "./setup.ts";

const users = 5;
const mostRatio = 4;

/** Five people who open the list in the same moment, each in a browser of his own, beside one who does. */
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
  /** Seconds until the last of them shows all rows. */
  readonly rowsS: number;
  /** What all processes of the browser and the server took until then: on two cores half of it is the least time. */
  readonly processorS: number;
}

async function openedAtOnce(setup: ScaleSetup, count: number): Promise<Opened> {
  const pages = [];
  for (let person = 0; person < count; person += 1) pages.push(await newPage(setup, person));
  const before = await processorOf(setup);
  const waits = await Promise.all(pages.map((page) => openList(page, setup)));
  const processorS = (await processorOf(setup)) - before;
  await Promise.all(pages.map((page) => page.context().close()));
  return { rowsS: Math.max(...waits), processorS };
}

/** Seconds so far. */
async function processorOf({ world, browser }: ScaleSetup): Promise<number> {
  return world.product.cpuMs() / 1000 + (await processorOfBrowser(browser));
}

async function processorOfBrowser(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
