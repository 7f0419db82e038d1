import { describe, expect, test } from "vitest";
import { findKubectl, newestKubectl } from "./find-kubectl.ts";
import { checks, runChecks } from "./run-checks.ts";

const newest = newestKubectl(findKubectl(process.env.PATH ?? ""));

test("every one of the forty checks is scripted", () => {
  const numbers = new Set(checks.map(({ name }) => Number(name.split(" ")[0])));
  expect(Array.from({ length: 40 }, (_, at) => at + 1).filter((number) => !numbers.has(number))).toEqual([]);
});

describe.skipIf(newest === undefined)(
  "kubectl takes the embedded garden for a Kubernetes (skipped without kubectl)",
  () => {
    test("the newest release passes every check", { timeout: 180_000 }, async () => {
      if (newest === undefined) throw new Error("skipped above");
      const results = await runChecks(newest, checks);
      expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
      expect(results).toHaveLength(checks.length);
    });
  },
);
