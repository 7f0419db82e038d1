import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOrInstallChromium } from "../e2e/find-chromium.ts";
import { root } from "./source-files.ts";

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

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
    tally: () => {
      const { numPassedTests, numFailedTests } = readReport(unitReport);
      return { passed: count(numPassedTests), failed: count(numFailedTests) };
    },
  },
  {
    name: "production build",
    command: ["node", "--conditions=react-server", "server/start/build-now.ts"],
    vital: true,
  },
  {
    name: "end-to-end tests",
    command: ["playwright", "test", "--config", "e2e/playwright.config.ts"],
    tally: () => {
      const { expected, unexpected, flaky } = toRecord(readReport(journeyReport).stats);
      return { passed: count(expected), failed: count(unexpected) + count(flaky) };
    },
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
  for (const stage of stages) {
    const startedAt = performance.now();
    process.stdout.write(`\n── ${stage.name}\n`);
    const [command = "", ...rest] = stage.command;
    const { status } = spawnSync(command, rest, { cwd: root, stdio: "inherit", env: environment });
    const tally = tallyOf(stage, status === 0);
    passed += tally.passed;
    failed += tally.failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`${stage.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
    if (status !== 0 && stage.vital) break;
  }
  rmSync(reports, { recursive: true, force: true });
  process.stdout.write(`\n${summary.join("\n")}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** A stage that failed counts at least one failure, even when its report says otherwise or is missing. */
function tallyOf(stage: Stage, succeeded: boolean): Tally {
  if (stage.tally === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = stage.tally();
    if (!succeeded) return { passed, failed: Math.max(failed, 1) };
    return passed === 0 ? { passed, failed: Math.max(failed, 1) } : { passed, failed };
  } catch (error) {
    process.stdout.write(`${stage.name}: its report cannot be read: ${String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

function readReport(file: string): Readonly<Record<string, unknown>> {
  return toRecord(JSON.parse(readFileSync(file, "utf8")));
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
