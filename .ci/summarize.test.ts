import { expect, test } from "vitest";
import { summarizeTestRun } from "./summarize.ts";

test("a run ends with what failed, its ten slowest tests, the time of each stage, and last with how many passed", () => {
  const durations = Array.from({ length: 11 }, (_, index) => ({ test: `journey ${index}`, seconds: index }));
  const text = summarizeTestRun(
    [
      { name: "types", tally: { passed: 1, failed: 0, failures: [], durations: [] }, seconds: 2 },
      {
        name: "unit tests",
        tally: { passed: 1, failed: 0, failures: [], durations: [{ test: "a.test.ts: adds", seconds: 8.54 }] },
        seconds: 100,
      },
      {
        name: "journeys",
        tally: { passed: 10, failed: 1, failures: ["sees\n    Timed out"], durations },
        seconds: 412.34,
      },
    ],
    420,
  );
  expect(text).toBe(`✗ sees
    Timed out

Slowest tests
   10.0 s  journey 10
    9.0 s  journey 9
    8.5 s  a.test.ts: adds
    8.0 s  journey 8
    7.0 s  journey 7
    6.0 s  journey 6
    5.0 s  journey 5
    4.0 s  journey 4
    3.0 s  journey 3
    2.0 s  journey 2

Stages
    2.0 s  types: 1 passed, 0 failed
  100.0 s  unit tests: 1 passed, 0 failed
  412.3 s  journeys: 10 passed, 1 failed
  420.0 s  all, since some run at the same time

12 passed, 1 failed
`);
});

test("without reports there is nothing to say of single tests", () => {
  const tally = { passed: 1, failed: 0, failures: [], durations: [] };
  expect(summarizeTestRun([{ name: "types", tally, seconds: 2 }], 2)).not.toContain("Slowest");
});
