import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./find-chromium.ts";
import "./morning.ts";
import { port, serverLog } from "./server-log.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  // One server, one garden: journeys that change the same clusters must not meet.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  projects: [
    { name: "journeys", testMatch: "**/*.spec.ts", teardown: "afterwards" },
    // What can only be said when everything has been done.
    { name: "afterwards", testMatch: "**/*.teardown.ts" },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Without pictures: they are taken all the time, also of journeys that pass.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [...chromiumArgs],
    },
  },
  webServer: {
    command: `npm start > "${serverLog}"`,
    cwd: "..",
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      PORT: String(port),
      DEMO_LIFE: "false",
      DEMO_PACE: "60",
      LOG_LEVEL: "debug",
      // For the server alone: npm itself runs on another Node.
      npm_config_node_options: "--import=./e2e/server-clock.ts",
    },
  },
});
