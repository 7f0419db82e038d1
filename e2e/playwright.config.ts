import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./find-chromium.ts";
import "./morning.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  // Each worker has a server of its own, each journey a garden of its own: any of them may run beside, before or
  // without any other.
  // Journeys work more than they wait: one more of them than processors fills the pauses, several more do not.
  workers: Number(process.env.E2E_WORKERS ?? Math.min(availableParallelism() + 1, 4)),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Only a journey that hangs comes so far: a machine may be slow and have other work, and patience costs nothing.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  // `npm test` leaves out what only another language, width or identity adds; `npm run test:all` does not.
  ...(process.env.LONG_TESTS === "false" ? { grepInvert: /@all/ } : {}),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  projects: [
    { name: "journeys", testMatch: "**/*.spec.ts", teardown: "afterwards" },
    // What can only be said when everything has been done.
    { name: "afterwards", testMatch: "**/*.teardown.ts" },
  ],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // What was done, asked and logged. Pictures and copies of the page would be made all the time, also of journeys that
    // pass, and cost a sixth of the whole run; E2E_TRACE=on makes them.
    trace:
      process.env.E2E_TRACE === undefined
        ? { mode: "retain-on-failure", screenshots: false, snapshots: false }
        : { mode: "retain-on-failure" },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // A page lives for seconds here: to optimise its scripts costs more than it saves.
      args: [...chromiumArgs, "--js-flags=--no-turbofan --no-maglev"],
    },
  },
});
