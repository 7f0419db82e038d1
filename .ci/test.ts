import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOrInstallChromium } from "../e2e/find-chromium.ts";
import { readPlaywrightReport, readVitestReport, type Tally } from "./reports.ts";
import { root } from "./source-files.ts";

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Counts the tests that ran, out of the report that the command wrote; without one the stage counts as one test. */
  readonly tally?: () => Tally;
  /** A later stage cannot say anything when this one failed. */
  readonly vital?: boolean;
}

const reports = mkdtempSync(path.join(tmpdir(), "almanac-test-"));
const unitReport = path.join(reports, "unit.json");
const journeyReport = path.join(reports, "journeys.json");

const stages: readonly Stage[] = [
  { name: "format and lint", command: ["biome", "ci", "--error-on-warnings"] },
  { name: "route types", command: ["next", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "unused code", command: ["knip"] },
  {
    name: "unit and integration tests",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
    tally: () => readVitestReport(unitReport),
  },
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
];

process.exitCode = runAll();

function runAll(): number {
  const chromium = findOrInstallChromium();
  const environment = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  };
  let passed = 0;
  let failed = 0;
  const summary: string[] = [];
  const failures: string[] = [];
  for (const stage of stages) {
    const startedAt = performance.now();
    process.stdout.write(`\n── ${stage.name}\n`);
    const [command = "", ...rest] = stage.command;
    const { status } = spawnSync(command, rest, { cwd: root, stdio: "inherit", env: environment });
    const tally = tallyOf(stage, status === 0);
    passed += tally.passed;
    failed += tally.failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    failures.push(...tally.failures);
    summary.push(`${stage.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
    if (status !== 0 && stage.vital) break;
  }
  rmSync(reports, { recursive: true, force: true });
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  process.stdout.write(`\n${summary.join("\n")}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** A stage that failed counts at least one failure, even when its report says otherwise or is missing. */
function tallyOf(stage: Stage, succeeded: boolean): Tally {
  const verdict: Tally = succeeded
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [stage.name] };
  if (stage.tally === undefined) return verdict;
  try {
    const tally = stage.tally();
    return succeeded && tally.passed > 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`${stage.name}: its report cannot be read: ${String(error)}`] };
  }
}
