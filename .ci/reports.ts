import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { repositoryRoot } from "./source-files.ts";

/** Test results of one CI stage. */
export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with the first line of its error, for the summary at the end of a run. */
  readonly failures: readonly string[];
  /** Duration of each test that ran. */
  readonly durations: readonly TestDuration[];
}

export interface TestDuration {
  readonly test: string;
  readonly seconds: number;
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          /** Duration in milliseconds; missing for a test that did not run. */
          duration: z.nullish(z.number()),
          failureMessages: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
});

/** Reads a JSON report of Vitest. @throws if the report is missing or has another format */
export function readVitestReport(file: string): TestTally {
  const { numPassedTests, numFailedTests, testResults } = vitestSchema.parse(readJson(file));
  const failures = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      // A test file that cannot be loaded has no tests, but an error message.
      if (failed.length === 0) return [failureLine(name, message)];
      return failed.map(({ fullName, failureMessages }) => failureLine(`${name}: ${fullName}`, failureMessages?.[0]));
    });
  const durations = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `${path.relative(repositoryRoot, name)}: ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
  return { passed: numPassedTests, failed: numFailedTests, failures, durations };
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({
          /** Duration in milliseconds. */
          duration: z.number(),
          error: z.optional(z.object({ message: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
});
const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
type Suite = z.infer<typeof suiteSchema>;
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

/** Reads a JSON report of Playwright. @throws if the report is missing or has another format */
export function readPlaywrightReport(file: string): TestTally {
  const { stats, suites } = playwrightSchema.parse(readJson(file));
  const specs = suites.flatMap(specsOf);
  const failures = specs.flatMap(({ file: spec, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const message = results.map(({ error }) => error?.message).find((text) => text !== undefined);
        return failureLine(`${spec}:${line}: ${title}`, message);
      }),
  );
  const durations = specs.flatMap(({ file: spec, line, title, tests }) =>
    tests.map(({ results }) => ({
      test: `${spec}:${line}: ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures, durations };
}

function specsOf({ specs, suites = [] }: Suite): Suite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function failureLine(test: string, message: string | undefined): string {
  const why = message?.split("\n").find((line) => line.trim() !== "");
  return why === undefined ? test : `${test}\n    ${why.trim()}`;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
