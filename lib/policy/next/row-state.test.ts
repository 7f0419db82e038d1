import { describe, expect, test } from "vitest";
import { doesRowWaitForRetry, isRowOperationUnfinished, operationStateOfRow } from "./row-operation.ts";
import { clusterRowStateOf, reconcileBlockerOfRow, rowStateInsteadOfHealth } from "./row-state.ts";

const nowMs = Date.parse("2026-11-27T06:00:00Z");
const of = (subject: string, turn = "Gardener", more: object = {}) => ({ next: { subject, turn, ...more } });

describe("the state of a row", () => {
  test.each([
    [
      "a change that was written a moment ago is taken up",
      of("change-pending", "Gardener", { since: "2026-11-27T05:55:00Z" }),
      "change-pending",
    ],
    [
      "one of an hour ago is not",
      of("change-pending", "Gardener", { since: "2026-11-27T05:00:00Z" }),
      "change-overdue",
    ],
    ["one that was late when the row was made is not", of("change-pending", "Owner"), "change-overdue"],
    [
      "a creation of an hour ago should have begun",
      { ...of("never-reconciled"), createdAt: "2026-11-27T05:00:00Z" },
      "creation-overdue",
    ],
    ["a subject that is newer than this build is not recognised", of("newer"), "unrecognised"],
    ["every other is what the sentence is about", of("resuming"), "resuming"],
  ])("%s", (_rule, row, state) => {
    expect(clusterRowStateOf(row, nowMs)).toBe(state);
  });

  test("a move holds a cluster back only while it waits for its Seed", () => {
    expect([reconcileBlockerOfRow(of("leaving-seed", "Operator")), reconcileBlockerOfRow(of("leaving-seed"))]).toEqual([
      "leaving-seed",
      undefined,
    ]);
  });

  test("an annotation that may count is a hold beside whatever else is the case", () => {
    expect(reconcileBlockerOfRow(of("healthy", "Nobody", { notes: ["perhaps-ignored"] }))).toBe("perhaps-ignored");
    expect(reconcileBlockerOfRow(of("seed-silent", "Operator", { notes: ["perhaps-ignored"] }))).toBe("seed-silent");
  });

  test("a cluster is called healthy while Gardener reconciles it, and not while it is held back", () => {
    expect(rowStateInsteadOfHealth(of("reconciling"))).toBeUndefined();
    expect(rowStateInsteadOfHealth(of("ignored", "Operator"))).toBe("ignored");
  });
});

describe("the course of the last operation", () => {
  test.each([
    ["Aborted goes on by itself", of("resuming"), "Aborted", "begins-again"],
    ["Aborted on a stopped Seed does not", of("seed-stopped", "Operator"), "Aborted", "held"],
    ["Failed waits for a retry", of("failed", "Owner"), "Failed", "failed"],
    ["Failed and retried by Gardener waits for one, too", of("failed"), "Failed", "failed"],
    ["a failed deletion waits for a retry", of("deletion-failed", "Owner"), "Failed", "failed"],
    ["Failed with a newer generation begins again", of("about-to-retry"), "Failed", "begins-again"],
    ["Failed and ignored waits for something else", of("ignored", "Operator"), "Failed", "held"],
    ["Error is retried", of("retrying", "Owner"), "Error", "retrying"],
    ["Error for the Seed waits for the Seed", of("seed-not-ready", "Operator"), "Error", "held"],
    ["what runs on a silent Seed does not go on", of("seed-silent", "Operator"), "Processing", "held"],
    ["what runs runs", of("reconciling"), "Processing", "running"],
    ["a cluster without a Seed is pending", of("not-scheduled", "Operator"), "Pending", "pending"],
    ["what has ended has ended, whatever holds the cluster back", of("ignored", "Operator"), "Succeeded", "ended"],
    ["a state that is newer than this build is unknown", of("unrecognised", "Operator"), "Sleeping", "unknown"],
  ])("%s", (_rule, row, state, course) => {
    const running = { ...row, lastOperation: { type: "Reconcile", state } };
    expect(operationStateOfRow(running)).toBe(course);
    expect(doesRowWaitForRetry(running)).toBe(course === "failed");
  });

  test("what waits or goes on is unfinished, and what failed or ended is not", () => {
    const done = { lastOperation: { state: "Succeeded" } };
    expect(isRowOperationUnfinished({ ...of("change-pending"), ...done })).toBe(true);
    expect(isRowOperationUnfinished({ ...of("ignored", "Operator", { waiting: "change" }), ...done })).toBe(true);
    expect(isRowOperationUnfinished({ ...of("resuming"), lastOperation: { state: "Aborted" } })).toBe(true);
    expect(isRowOperationUnfinished({ ...of("failed", "Owner"), lastOperation: { state: "Failed" } })).toBe(false);
    expect(isRowOperationUnfinished({ ...of("healthy", "Nobody"), ...done })).toBe(false);
  });

  test("there is none before the first operation", () => {
    expect(operationStateOfRow(of("never-reconciled"))).toBe("none");
  });
});
