import { expect, test } from "vitest";
import { discoveringChecks } from "./checks/discovering.ts";
import { findKubectl, newestKubectl } from "./find-kubectl.ts";
import { kubectlChecks, runChecks } from "./run-checks.ts";

const newest = newestKubectl(findKubectl(process.env.PATH ?? ""));

test("every one of the forty checks is scripted", () => {
  const numbers = new Set(kubectlChecks.map(({ name }) => Number(name.split(" ")[0])));
  expect(Array.from({ length: 40 }, (_, at) => at + 1).filter((number) => !numbers.has(number))).toEqual([]);
});

test.skipIf(newest === undefined)("the newest kubectl discovers what the embedded garden serves", async () => {
  const results = newest === undefined ? [] : await runChecks(newest, discoveringChecks);
  expect(results).toHaveLength(discoveringChecks.length);
  expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
});
