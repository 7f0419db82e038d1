import { expect, test } from "vitest";
import { stepsOf } from "./operation-steps.ts";

test.each([
  {
    meaning: "running",
    description: "Deploying etcd, Deploying network, Deploying etcd",
    steps: ["Deploying etcd", "Deploying network"],
  },
  { meaning: "running", description: "Reconciliation of Shoot cluster initialized.", steps: [] },
  { meaning: "finished", description: "One, two", steps: [] },
] as const)("while $meaning, '$description' has the steps $steps", ({ meaning, description, steps }) => {
  expect(stepsOf({ meaning, description })).toEqual(steps);
});

test("an operation that says nothing has no steps", () => {
  expect(stepsOf({ meaning: "running" })).toEqual([]);
});
