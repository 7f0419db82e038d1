import { expect, test } from "vitest";
import type { ReadinessFinding, ReadinessFindingId } from "#lib/policy/readiness/readiness-finding.ts";
import { describeReadinessFinding } from "./readiness-descriptions.ts";

const base = { severity: "risk", fixer: "user", certainty: "known" } as const;
const pools = ["data"];

/** A sample of each kind of finding. The type makes the compiler report a missing one. */
const samples: { readonly [Id in ReadinessFindingId]: ReadinessFinding<Id> } = {
  refused: { ...base, id: "refused", error: { path: "spec.addons", code: "FIELD_NOT_SUPPORTED", type: "Forbidden" } },
  "not-reconciled": { ...base, id: "not-reconciled", blocker: "seed-stopped", seed: "aws-eu1" },
  "perhaps-ignored": { ...base, id: "perhaps-ignored" },
  "failed-and-confined": { ...base, id: "failed-and-confined", operation: "Reconcile" },
  "operation-failed": { ...base, id: "operation-failed", operation: undefined, again: "step" },
  "operation-retrying": { ...base, id: "operation-retrying", operation: "Reconcile" },
  "operation-running": { ...base, id: "operation-running", operation: "Reconcile", isInterrupted: false },
  "spec-frozen": { ...base, id: "spec-frozen", isFailed: false },
  "field-changed": { ...base, id: "field-changed", cleanup: { field: "addons", effect: "removed" } },
  constraint: {
    ...base,
    id: "constraint",
    type: "MaintenancePreconditionsSatisfied",
    consequence: "maintenance-may-fail",
  },
  "conditions-failing": { ...base, id: "conditions-failing", types: ["EveryNodeReady"] },
  "conditions-unknown": { ...base, id: "conditions-unknown", types: ["EveryNodeReady"] },
  rotation: { ...base, id: "rotation", family: "serviceAccountKey", step: "preparing", wait: undefined },
  capacity: { ...base, id: "capacity", code: "ERR_INFRA_QUOTA_EXCEEDED" },
  "in-place-pending": { ...base, id: "in-place-pending", pools },
  "in-place-manual": { ...base, id: "in-place-manual", pools },
  "pools-behind": { ...base, id: "pools-behind", pools },
  "window-short": {
    ...base,
    id: "window-short",
    pools,
    windowSeconds: 1_800,
    usualSeconds: { least: 3_600, most: 7_200 },
    mostSeconds: 86_400,
  },
};

test.each(Object.values(samples))(
  "a finding $id says what is the case, what happens if nothing is done, and how it is fixed",
  (finding) => {
    const { sentence, unless, how } = describeReadinessFinding(finding, "forced");
    for (const part of [sentence, unless, how]) {
      expect(part).toMatch(/^\S.*\.$/);
      expect(part).not.toMatch(/[{}]|undefined/);
    }
  },
);

test("the time of a roll is an interval, with its assumption beside it", () => {
  expect(describeReadinessFinding(samples["window-short"], "forced").sentence).toBe(
    "Pool data: replacing the nodes takes 1 h to 2 h if each is ready after three minutes and draining takes no time, at most 24 h; the window has 30 min.",
  );
});

test("an operation that a restart of Gardener interrupts is not told as an error", () => {
  const interrupted = { ...samples["operation-running"], isInterrupted: true };
  expect(describeReadinessFinding(interrupted, "forced").sentence).toBe(
    "Reconcile was interrupted by a restart of Gardener, which takes it up again.",
  );
});

test("a move that has failed needs a remedy, one under way only time", () => {
  const how = (isFailed: boolean) => describeReadinessFinding({ ...samples["spec-frozen"], isFailed }, "chosen").how;
  expect([how(false), how(true)]).toEqual(["No action needed.", "Fix the cause, then retry."]);
});

test.each([
  ["gardener", "Gardener starts it again, and without a remedy it meets the same cause."],
  ["maintenance", "The maintenance run starts it again, and without a remedy it meets the same cause."],
  ["step", "The step starts it again, and without a remedy it meets the same cause."],
] as const)("a failed operation says what starts it again: %s", (again, unless) => {
  expect(describeReadinessFinding({ ...samples["operation-failed"], again }, "forced")).toMatchObject({ unless });
});
