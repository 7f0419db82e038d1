import path from "node:path";
import { type AlmanacServer, startAlmanacServer } from "../almanac-server.ts";
import { test as base, expect } from "../journey.ts";
import { createTemporaryFolder } from "../processes.ts";
import { firefox } from "./firefox.ts";
import { click, expectLoaded, resize } from "./on-the-page.ts";
import type { TourBrowser, TourBrowserKind } from "./tour-browser.ts";

interface Tour {
  readonly kind: TourBrowserKind;
  /** The browser window, empty. */
  readonly opened: TourBrowser;
  /** The same window, 1280 px wide, with an operator signed in. */
  readonly tour: TourBrowser;
  /** Navigates to a path and waits until the page has loaded. */
  readonly visit: (path: string) => Promise<void>;
}

/** Test fixture for browsers other than Chromium. Like all browser tests, it fails on errors no assertion looks for. */
export const test = base.extend<Tour, { readonly almanac: AlmanacServer }>({
  // WebKit's pages cannot use the tests' clock, so the server uses the system clock, too.
  almanac: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use, { project, workerIndex }) => {
      const log = path.join(project.outputDir, `server-${workerIndex}.log`);
      const server = await startAlmanacServer({ log, clock: "machine" });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  kind: [firefox, { option: true }],
  opened: async ({ kind }, use) => {
    const { folder, remove } = await createTemporaryFolder();
    const browser = await kind.start(folder);
    await use(browser);
    await browser.close();
    await remove();
  },
  tour: async ({ opened, baseURL, expectedFaults }, use) => {
    await resize(opened, 1280);
    await opened.open(new URL("/login", baseURL).href);
    await click(opened, "button", "Olga Brandt");
    await expect.poll(() => opened.evaluate(() => window.location.pathname, undefined)).toBe("/");
    await expectLoaded(opened);
    await use(opened);
    const faults = await opened.faults();
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([]);
  },
  visit: ({ tour, baseURL }, use) =>
    use(async (where) => {
      await tour.open(new URL(where, baseURL).href);
      await expectLoaded(tour);
    }),
});
export { expect };
