import { expect, test } from "vitest";
import { findKubectl, newestKubectl } from "./find-kubectl.ts";
import { kubectlChecks, runChecks } from "./run-checks.ts";

const newest = newestKubectl(findKubectl(process.env.PATH ?? ""));

test.skipIf(newest === undefined)("the newest kubectl passes every check in the embedded garden", async () => {
  const results = newest === undefined ? [] : await runChecks(newest, kubectlChecks);
  expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(results).toHaveLength(kubectlChecks.length);
});
