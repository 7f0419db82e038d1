import { expect, test } from "vitest";
import type { DeadEndRemedy } from "#lib/policy/forecast/dead-end.ts";
import { fixtureNow } from "./row-forecast.fixture.ts";
import { summariseRejectedRuns } from "./summarise-dead-end.ts";

test("a refused run says whether it waits for nodes that are updated in place", () => {
  const summaryWith = (...remedies: readonly DeadEndRemedy[]) =>
    summariseRejectedRuns(
      {
        code: "rejected-by-dry-run",
        sign: "whole-run-refused",
        fromAt: fixtureNow,
        confidence: "dated",
        violations: [],
        attempted: [],
        remedies,
      },
      { now: fixtureNow, profile: "gcp", stageOf: () => ({ classification: "supported" }) },
    ).waitsForNodes;
  expect(summaryWith({ code: "finish-in-place-update", pool: "a" })).toBe(true);
  expect(summaryWith({ code: "remove-field", field: "addons" })).toBeUndefined();
});
