import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./find-chromium.ts";
import "./morning.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  // Each worker has its own server, and each test its own garden, so that tests can run in parallel and in
  // any order.
  // One worker more than processors uses the time in which tests wait; more workers would not be faster.
  workers: Number(process.env.E2E_WORKERS ?? Math.min(availableParallelism() + 1, 4)),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Only a test that hangs reaches this timeout; it is long enough for a slow or busy machine.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  // `npm test` omits variants of tests for another language, width or identity provider; `npm run test:all` runs them.
  ...(process.env.LONG_TESTS === "false" ? { grepInvert: /@all/ } : {}),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  projects: [
    { name: "journeys", testMatch: "**/*.spec.ts", teardown: "afterwards" },
    // Tests that check the results of all other tests, and run last.
    { name: "afterwards", testMatch: "**/*.teardown.ts" },
  ],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Records actions, requests and logs only. Screenshots and page snapshots would be made for every test, also those
    // that pass, and take a sixth of the run; E2E_TRACE=on records them.
    trace:
      process.env.E2E_TRACE === undefined
        ? { mode: "retain-on-failure", screenshots: false, snapshots: false }
        : { mode: "retain-on-failure" },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Optimizing scripts costs more than it saves, because each page lives for seconds only.
      args: [...chromiumArgs, "--js-flags=--no-turbofan --no-maglev"],
    },
  },
});
