import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { root } from "./source-files.ts";

/** What a stage's tests came to. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Each test that failed with the first line of why, to be read where the run itself has scrolled away. */
  readonly failures: readonly string[];
  /** How long each test that ran has taken. */
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
          /** In milliseconds; missing for a test that did not run. */
          duration: z.nullish(z.number()),
          failureMessages: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
});

/** @throws when the report is missing or none of Vitest's */
export function readVitestReport(file: string): Tally {
  const { numPassedTests, numFailedTests, testResults } = vitestSchema.parse(readJson(file));
  const failures = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      // A file that could not be loaded has no tests, but says why.
      if (failed.length === 0) return [failureLine(name, message)];
      return failed.map(({ fullName, failureMessages }) => failureLine(`${name}: ${fullName}`, failureMessages?.[0]));
    });
  const durations = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `${path.relative(root, name)}: ${fullName}`,
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
          /** In milliseconds. */
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

/** @throws when the report is missing or none of Playwright's */
export function readPlaywrightReport(file: string): Tally {
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
