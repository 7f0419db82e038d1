import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: ".",
  outputDir: "../../../test-results/real-garden",
  // One garden for all: the tour looks at what was done in it.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    actionTimeout: 30_000,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [...chromiumArgs],
    },
  },
});
