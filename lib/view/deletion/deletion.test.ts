import { describe, expect, test } from "vitest";
import { forceDeletionLeftovers } from "#lib/policy/deletion/cleanup-plan.ts";
import { type OperationShootInput, operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { describeCleanupPeriod, describeCleanupTimeout, describeMissingCleanupPlan } from "./cleanup-labels.ts";
import { deletionStatusOf, describeDeletionStage } from "./deletion-stage.ts";
import { codesThatAllowForceDeletion, describeDeletionBlocker, likelyDeletionLeftoversOf } from "./likely-leftovers.ts";
import { observedCleanupOf, observedDeletionStepsOf } from "./observed-deletion-steps.ts";

const deleting = { deletionTimestamp: "2026-11-24T10:00:00Z" };

describe("how far a deletion has come", () => {
  test.each<[string, OperationShootInput, string]>([
    ["nobody asked for it", {}, "not-requested"],
    [
      "a confirmation alone is no request",
      { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } },
      "not-requested",
    ],
    ["gardenlet has not begun", { metadata: deleting }, "requested"],
    ["nor where nothing was ever done", { metadata: deleting, status: null }, "requested"],
    ["it runs", { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Processing" } } }, "running"],
    [
      "it is tried again",
      { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Error" } } },
      "retrying",
    ],
    ["it has failed", { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Failed" } } }, "failed"],
    [
      "a restart of gardenlet is no failure",
      { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Aborted" } } },
      "running",
    ],
    [
      "its state is new",
      { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Dreaming" } } },
      "unclear",
    ],
    [
      "a failed delete of an older life is none",
      { status: { lastOperation: { type: "Delete", state: "Failed" } } },
      "not-requested",
    ],
  ])("%s", (_name, sketch, stage) => {
    expect(deletionStatusOf(operationShootWith(sketch)).stage).toBe(stage);
  });

  test("who confirmed it is what the garden recorded", () => {
    const annotations = {
      "confirmation.gardener.cloud/deletion": "yes",
      "deletion.gardener.cloud/confirmed-by": "jonas@example.com",
    };
    expect(deletionStatusOf(operationShootWith({ metadata: { annotations } }))).toMatchObject({
      confirmed: false,
      confirmedBy: "jonas@example.com",
    });
  });

  test("a forced deletion says what it leaves, also where it failed", () => {
    const forced = { confirmed: true, confirmedBy: undefined, forced: true };
    expect(describeDeletionStage({ ...forced, stage: "running" }, "ending")).toMatch(/cloud account stays/);
    expect(describeDeletionStage({ ...forced, stage: "failed" }, "failed")).toMatch(/cannot be taken back/);
    expect(describeDeletionStage({ ...forced, stage: "not-requested" }, "goes-on")).toMatch(/Nobody/);
  });
});

test.each(["requested", "running", "retrying"] as const)(
  "a deletion that is held back is not said to go on: %s",
  (stage) => {
    const standing = { confirmed: true, confirmedBy: undefined, forced: false, stage };
    expect(describeDeletionStage(standing, "held")).toMatch(/does not continue/);
    expect(describeDeletionStage(standing, "ending")).not.toMatch(/does not continue/);
  },
);

describe("the steps that were seen", () => {
  const running = (description: string) => ({ type: "Delete", state: "Processing", description });

  test("are kept with when they were seen first, and are over when they are gone", () => {
    const first = observedDeletionStepsOf([], running("Cleaning up webhooks, Deleting cluster autoscaler"), 1_000);
    const second = observedDeletionStepsOf(first, running("Cleaning extended API groups"), 2_000);
    expect(second).toEqual([
      { name: "Cleaning up webhooks", firstSeenAt: 1_000, running: false },
      { name: "Deleting cluster autoscaler", firstSeenAt: 1_000, running: false },
      { name: "Cleaning extended API groups", firstSeenAt: 2_000, running: true },
    ]);
    expect(observedCleanupOf(second)).toEqual(
      new Map([
        [1, "seen"],
        [2, "running"],
      ]),
    );
  });

  test("stay the same object while nothing changes", () => {
    const first = observedDeletionStepsOf([], running("Cleaning up webhooks, Deleting cluster autoscaler"), 1_000);
    expect(observedDeletionStepsOf(first, running("Cleaning up webhooks, Deleting cluster autoscaler"), 9_000)).toBe(
      first,
    );
  });

  test("of another operation are none of the deletion", () => {
    expect(
      observedDeletionStepsOf(
        [],
        { type: "Reconcile", state: "Processing", description: "Deploying etcd, Waiting" },
        1,
      ),
    ).toEqual([]);
    expect(observedDeletionStepsOf([], null, 1)).toEqual([]);
  });
});

describe("what a forced deletion leaves", () => {
  test("is searched for by cloud, account and technical name", () => {
    const { where, what } = likelyDeletionLeftoversOf(
      operationShootWith({ spec: { region: "eu-west-1" }, status: { technicalID: "shoot--pay--prod" } }),
    );
    expect(where).toContainEqual({ term: "Cloud", detail: "local, eu-west-1" });
    expect(where).toContainEqual({ term: "Names begin with", detail: "shoot--pay--prod" });
    expect(what).toEqual(forceDeletionLeftovers);
  });

  test("is no machine where there were no pools", () => {
    const { where, what } = likelyDeletionLeftoversOf(
      operationShootWith({ spec: { provider: { type: "aws" } }, status: null }),
    );
    expect(what).toEqual(["DNS records", "backups of etcd"]);
    expect(where.map(({ term }) => term)).not.toContain("Names begin with");
  });

  test("only five codes permit it", () => {
    const lastErrors = [
      { codes: ["ERR_CLEANUP_CLUSTER_RESOURCES", "ERR_PROBLEMATIC_WEBHOOK"] },
      null,
      { codes: ["ERR_NEW"] },
    ];
    expect(codesThatAllowForceDeletion(operationShootWith({ status: { lastErrors } }))).toEqual([
      "ERR_CLEANUP_CLUSTER_RESOURCES",
    ]);
    expect(codesThatAllowForceDeletion(operationShootWith({ status: null }))).toEqual([]);
  });
});

describe("how patient a step is", () => {
  test.each([
    [300, 3600, "5 min grace period, finalizers removed after 1 h."],
    [10, 100, "10 s grace period, finalizers removed after 100 s."],
    [0, 0, "No grace period, finalizers removed at once."],
    [-5, -5, "No grace period, finalizers removed at once."],
  ])("%i s of grace and %i s until the finalizers go", (deleteGraceSeconds, finalizeAfterSeconds, words) => {
    expect(describeCleanupPeriod({ deleteGraceSeconds, finalizeAfterSeconds })).toBe(words);
  });

  test("a skipped one says so, a fault names its annotation, and all have a timeout", () => {
    expect(describeCleanupPeriod("skipped")).toMatch(/^Skipped/);
    expect(describeMissingCleanupPlan({ error: "NOT_AN_INTEGER", annotation: "a/b" })).toMatch(
      /^a\/b is not a whole number/,
    );
    expect(describeCleanupTimeout({ timeoutSeconds: 600 })).toMatch(/10 min/);
  });
});

describe("who has to remove what blocks it", () => {
  test.each([
    ["user", ["ERR_INFRA_DEPENDENCIES"], "What blocks it is yours to remove: ERR_INFRA_DEPENDENCIES."],
    ["gardener", ["A", "B"], "The blocker should resolve without action: A and B."],
    [undefined, ["ERR_NEW"], "What blocks it is said below: ERR_NEW."],
    [undefined, [], "Gardener names no code for what blocks it: read the message below."],
  ] as const)("%s with %j", (fixer, codes, words) => {
    expect(describeDeletionBlocker(fixer, codes)).toBe(words);
  });
});
