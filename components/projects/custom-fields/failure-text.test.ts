import { expect, test } from "vitest";
import { ApiProblem } from "#components/data/calls/api-problem.ts";
import { failureText, isConflict } from "./failure-text.ts";

const opened = { resourceVersion: "1", customFields: '[{"name":"Team","path":"a"}]' };
const changed = { resourceVersion: "2", customFields: '[{"name":"Team","path":"b"}]' };
const conflict = new ApiProblem({ reason: "conflict" });

test("only a conflict makes the next attempt one of the newer version", () => {
  expect(isConflict(conflict)).toBe(true);
  for (const reason of ["unreachable", "timeout", "forbidden", "internal", "invalid-request"] as const)
    expect(isConflict(new ApiProblem({ reason }))).toBe(false);
  expect(isConflict(new Error("conflict"))).toBe(false);
});

test("another failure is said as it is, also if the project has changed meanwhile", () => {
  const failure = new ApiProblem({ reason: "forbidden", detail: "You are not allowed to." });
  expect(failureText(failure, { opened, project: changed, isGone: false })).toBe("You are not allowed to.");
});

test("that the fields are the same is said only of a version that has been read", () => {
  const said = (project: typeof opened) => failureText(conflict, { opened, project, isGone: false });
  expect(said(opened)).not.toContain("The custom fields are the same.");
  expect(said({ ...opened, resourceVersion: "2" })).toContain("The custom fields are the same.");
  expect(said(changed)).toContain("Changed: Team.");
});
