import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: ".",
  outputDir: "../../../test-results/real-garden",
  // All tests share one garden, and the last one visits all pages after the changes.
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
