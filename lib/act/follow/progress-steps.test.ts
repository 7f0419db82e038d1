import { expect, test } from "vitest";
import { progressStepsOf } from "./progress-steps.ts";

const act = { trace: { kind: "operation", id: "reconcile", when: "now" } } as const;

test.each([
  [{ step: "sending" }, ["Requested ahead", "Accepted ahead", "Running ahead", "Result ahead"]],
  [{ step: "requested" }, ["Requested current", "Accepted ahead", "Running ahead", "Result ahead"]],
  [
    { step: "running", progress: 62, type: "Reconcile" },
    ["Requested done", "Accepted done", "Running 62 % current", "Result ahead"],
  ],
  [{ step: "succeeded" }, ["Requested done", "Accepted done", "Running done", "Succeeded good"]],
  [{ step: "failed", description: undefined }, ["Requested done", "Accepted done", "Running done", "Failed failed"]],
  [{ step: "no-result" }, ["Requested done", "No result reported current", "Running ahead", "Result ahead"]],
] as const)("%j is drawn as %j", (progress, expected) => {
  expect(progressStepsOf(act, progress).map(({ words, state }) => `${words} ${state}`)).toEqual(expected);
});

test.each([
  {
    name: "a planned operation ends when it is scheduled",
    act: { trace: { kind: "operation", id: "rotate-ca-start", when: "in-window" } },
    progress: { step: "scheduled", fromMs: undefined },
    expected: ["Requested done", "Scheduled for the next window good"],
  },
  {
    name: "a change of annotations ends when it is saved",
    act: { trace: { kind: "change", about: "deletion-clean-up", ofSpec: false } },
    progress: { step: "succeeded" },
    expected: ["Requested done", "Saved good"],
  },
  {
    name: "a change that is held back has a station for it",
    act: { trace: { kind: "change", about: "machine-images", ofSpec: true }, window: {} },
    progress: { step: "waiting", fromMs: undefined },
    expected: ["Requested done", "Waits for the next window current", "Running ahead", "Result ahead"],
  },
  {
    name: "a deletion ends with the cluster",
    act: { trace: { kind: "delete" } },
    progress: { step: "deleted" },
    expected: ["Requested done", "Accepted done", "Running done", "Deleted good"],
  },
] as const)("$name", ({ act: other, progress, expected }) => {
  expect(progressStepsOf(other, progress).map(({ words, state }) => `${words} ${state}`)).toEqual(expected);
});
