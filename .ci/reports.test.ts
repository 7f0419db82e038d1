import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./reports.ts";
import { repositoryRoot } from "./source-files.ts";

function kept(report: unknown): string {
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test("Vitest's failed tests are named with why, and so is a file that could not be loaded", () => {
  const passed = { fullName: "adds", status: "passed", duration: 1500, failureMessages: [] };
  const failed = {
    fullName: "takes away",
    status: "failed",
    failureMessages: ["AssertionError: 1 is not 2\n  at sum"],
  };
  const file = kept({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: "sum.test.ts", status: "failed", message: "", assertionResults: [passed, failed] },
      { name: "broken.test.ts", status: "failed", message: "Cannot find it", assertionResults: [] },
      {
        name: path.join(repositoryRoot, "lib/good.test.ts"),
        status: "passed",
        message: "",
        assertionResults: [passed],
      },
    ],
  });
  expect(readVitestReport(file)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["sum.test.ts: takes away\n    AssertionError: 1 is not 2", "broken.test.ts\n    Cannot find it"],
    durations: [
      { test: "sum.test.ts: adds", seconds: 1.5 },
      { test: "sum.test.ts: takes away", seconds: 0 },
      { test: "lib/good.test.ts: adds", seconds: 1.5 },
    ],
  });
});

test("Playwright's failed journeys are found in nested groups, with their place and why", () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "owner.spec.ts",
    line: 7,
    tests: [{ status, results: [{ duration: 2500, ...(message && { error: { message } }) }] }],
  });
  const file = kept({
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [{ specs: [spec("sees", "expected")], suites: [{ specs: [spec("acts", "unexpected", "\nTimed out")] }] }],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["owner.spec.ts:7: acts\n    Timed out"],
    durations: [
      { test: "owner.spec.ts:7: sees", seconds: 2.5 },
      { test: "owner.spec.ts:7: acts", seconds: 2.5 },
    ],
  });
});

test("a report that is missing or something else is an error", () => {
  expect(() => readVitestReport("nowhere.json")).toThrow("ENOENT");
  expect(() => readPlaywrightReport(kept({ stats: {} }))).toThrow("expected");
});
