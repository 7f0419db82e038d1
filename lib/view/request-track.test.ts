import { expect, test } from "vitest";
import { trackOf } from "./request-track.ts";

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
  expect(trackOf(progress).map(({ words, state }) => `${words} ${state}`)).toEqual(expected);
});
