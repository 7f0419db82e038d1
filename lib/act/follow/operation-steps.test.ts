import { expect, test } from "vitest";
import { concurrentTasksOf } from "./operation-steps.ts";

test.each([
  {
    meaning: "running",
    description: "Deploying etcd, Deploying network, Deploying etcd",
    steps: ["Deploying etcd", "Deploying network"],
  },
  { meaning: "running", description: "Reconciliation of Shoot cluster initialized.", steps: [] },
  { meaning: "finished", description: "One, two", steps: [] },
] as const)("while $meaning, '$description' has the steps $steps", ({ meaning, description, steps }) => {
  expect(concurrentTasksOf({ meaning, description })).toEqual(steps);
});

test("an operation that says nothing has no steps", () => {
  expect(concurrentTasksOf({ meaning: "running" })).toEqual([]);
});
