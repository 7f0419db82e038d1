import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOrInstallChromium } from "#e2e/find-chromium.ts";
import { readPlaywrightReport, readVitestReport } from "./reports.ts";
import { type CiStage, runStagesInParallel } from "./run-lanes.ts";
import { summarizeTestRun } from "./summarize.ts";

/** Whether tests run that take more than a minute. */
const all = process.argv.includes("--all");
const reports = mkdtempSync(path.join(tmpdir(), "almanac-test-"));
const unitReport = path.join(reports, "unit.json");
const journeyReport = path.join(reports, "journeys.json");

/** Skipped with a message if Go is not installed. */
const gardenerStage: CiStage = {
  name: "Gardener's reconcilers",
  command: ["node", "--conditions=react-server", "tools/real-garden/main.ts", "next"],
};

/** Sequences of CI stages that run in parallel. Stages that use the build folder are in the same sequence. */
const lanes: readonly (readonly CiStage[])[] = [
  [
    { name: "route types", command: ["next", "typegen"] },
    {
      name: "production build",
      command: ["node", "--conditions=react-server", "server/start/build-now.ts"],
      vital: true,
    },
    {
      name: "end-to-end tests",
      command: ["playwright", "test", "--config", "e2e/playwright.config.ts"],
      tally: () => readPlaywrightReport(journeyReport),
    },
  ],
  [
    { name: "format and lint", command: ["biome", "ci", "--error-on-warnings"] },
    { name: "unused code", command: ["knip"] },
    {
      name: "unit and integration tests",
      command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
      tally: () => readVitestReport(unitReport),
    },
    // Needs the types of routes, which the build generates.
    { name: "types", command: ["tsc", "--noEmit"], after: "production build" },
    ...(all ? [gardenerStage] : []),
  ],
];

const startedAt = performance.now();
const chromium = findOrInstallChromium();
const write = (text: string) => void process.stdout.write(text);
const outcomes = await runStagesInParallel(lanes, {
  environment: {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    // Node.js caches compiled modules, because dozens of server processes load the same ones.
    NODE_COMPILE_CACHE: path.join(reports, "compiled"),
    LONG_TESTS: String(all),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  },
  write,
});
rmSync(reports, { recursive: true, force: true });
write(`\n${summarizeTestRun(outcomes, (performance.now() - startedAt) / 1000)}`);
process.exitCode = outcomes.every(({ tally }) => tally.failed === 0) ? 0 : 1;
