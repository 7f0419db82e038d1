import { describe, expect, test } from "vitest";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import { sentenceOfTruth } from "./sentence-of-truth.ts";

const nowMs = Date.parse("2026-08-10T10:00:00Z");

function shoot(status: ShootStatus | null, metadata: Partial<ObjectMeta> = {}): Shoot {
  return {
    metadata: {
      name: "crazy-botany",
      namespace: "garden-pay",
      generation: 3,
      finalizers: ["gardener"],
      creationTimestamp: "2026-08-01T10:00:00Z",
      ...metadata,
    },
    spec: { kubernetes: { version: "1.33.2" }, provider: { type: "local", workers: [] }, seedName: "seed-a" },
    status: status && { observedGeneration: 3, uid: "u", ...status },
  };
}

function unbound(of: Shoot): Shoot {
  return { ...of, spec: { ...of.spec, seedName: null } };
}

const succeeded = { type: "Reconcile", state: "Succeeded", progress: 100, lastUpdateTime: "2026-08-10T09:00:00Z" };

describe("the sentence of truth", () => {
  test.each<{ rule: string; of: Shoot; subject: string; turn: string; next: string }>([
    {
      rule: "a Shoot without status waits for Gardener",
      of: shoot(null, { creationTimestamp: "2026-08-10T09:59:00Z" }),
      subject: "never-reconciled",
      turn: "Gardener",
      next: "wait",
    },
    {
      rule: "a Shoot that the scheduler cannot place needs the operator",
      of: unbound(shoot({ lastOperation: { type: "Create", state: "Pending" } })),
      subject: "not-scheduled",
      turn: "Operator",
      next: "ask-operator",
    },
    {
      rule: "a Shoot in Error is retrying, not failed",
      of: shoot({ lastOperation: { type: "Reconcile", state: "Error" }, lastErrors: [{ description: "x" }] }),
      subject: "retrying",
      turn: "Gardener",
      next: "wait",
    },
    {
      rule: "a Shoot in Error with a user's code is the user's turn",
      of: shoot({
        lastOperation: { type: "Reconcile", state: "Error" },
        lastErrors: [{ codes: ["ERR_INFRA_RESOURCES_DEPLETED"] }],
      }),
      subject: "retrying",
      turn: "Owner",
      next: "fix-and-wait",
    },
    {
      rule: "a failed Shoot with exceeded quota is the user's turn",
      of: shoot({
        lastOperation: { type: "Reconcile", state: "Failed" },
        lastErrors: [{ codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }],
      }),
      subject: "failed",
      turn: "Owner",
      next: "fix-and-retry",
    },
    {
      rule: "a rate limit is the provider's turn and Gardener retries",
      of: shoot({
        lastOperation: { type: "Reconcile", state: "Failed" },
        lastErrors: [{ codes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }],
      }),
      subject: "failed",
      turn: "Provider",
      next: "wait",
    },
    {
      rule: "deletion outranks a finished operation",
      of: shoot({ lastOperation: succeeded }, { deletionTimestamp: "2026-08-10T09:59:00Z" }),
      subject: "deletion-requested",
      turn: "Gardener",
      next: "wait",
    },
    {
      rule: "a failed deletion with an eligible code may be forced",
      of: shoot(
        {
          lastOperation: { type: "Delete", state: "Failed" },
          lastErrors: [{ codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }],
        },
        { deletionTimestamp: "2026-08-10T09:00:00Z" },
      ),
      subject: "deletion-failed",
      turn: "Owner",
      next: "force-delete-or-fix",
    },
    {
      rule: "failing nodes are the user's turn",
      of: shoot({ lastOperation: succeeded, conditions: [{ type: "EveryNodeReady", status: "False" }] }),
      subject: "conditions-failing",
      turn: "Owner",
      next: "look-at-conditions",
    },
    {
      rule: "a failing control plane is the operator's turn",
      of: shoot({ lastOperation: succeeded, conditions: [{ type: "ControlPlaneHealthy", status: "False" }] }),
      subject: "conditions-failing",
      turn: "Operator",
      next: "look-at-conditions",
    },
    {
      rule: "an accepted change that gardenlet has not seen is pending",
      of: shoot({ lastOperation: succeeded, observedGeneration: 2 }),
      subject: "change-pending",
      turn: "Gardener",
      next: "wait",
    },
    {
      rule: "a Prepared rotation waits for the user",
      of: shoot({
        lastOperation: succeeded,
        credentials: { rotation: { certificateAuthorities: { phase: "Prepared" } } },
      }),
      subject: "rotation-waits",
      turn: "Owner",
      next: "update-clients-and-complete",
    },
    {
      rule: "a constraint that is not True is the user's turn",
      of: shoot({ lastOperation: succeeded, constraints: [{ type: "HibernationPossible", status: "False" }] }),
      subject: "constraints-failing",
      turn: "Owner",
      next: "look-at-constraints",
    },
    {
      rule: "a state newer than this build is said",
      of: shoot({ lastOperation: { type: "Reconcile", state: "Paused" } }),
      subject: "unrecognised",
      turn: "Operator",
      next: "ask-operator",
    },
    {
      rule: "nothing to do is nobody's turn",
      of: shoot({ lastOperation: succeeded }),
      subject: "healthy",
      turn: "Nobody",
      next: "nothing",
    },
  ])("$rule", ({ of, subject, turn, next }) => {
    const truth = sentenceOfTruth(of, {}, nowMs);
    expect({ subject: truth.subject.id, turn: truth.turn, next: truth.next }).toEqual({ subject, turn, next });
  });

  test("it tells since when, and never counts backwards", () => {
    const failing = { type: "EveryNodeReady", status: "False", lastTransitionTime: "2026-08-10T09:18:00Z" };
    const truth = sentenceOfTruth(shoot({ lastOperation: succeeded, conditions: [failing] }), {}, nowMs);
    expect(truth).toMatchObject({ since: "2026-08-10T09:18:00Z", forSeconds: 42 * 60, conditions: ["EveryNodeReady"] });
    const future = { ...failing, lastTransitionTime: "2026-08-10T11:00:00Z" };
    expect(sentenceOfTruth(shoot({ lastOperation: succeeded, conditions: [future] }), {}, nowMs).forSeconds).toBe(0);
  });

  test("a malformed instant is left out instead of becoming NaN", () => {
    const failing = { type: "EveryNodeReady", status: "False", lastTransitionTime: "yesterday" };
    const truth = sentenceOfTruth(shoot({ lastOperation: succeeded, conditions: [failing] }), {}, nowMs);
    expect(truth.since).toBeUndefined();
    expect(truth.forSeconds).toBeUndefined();
  });

  test("a Shoot in Error says when Gardener gives up", () => {
    const truth = sentenceOfTruth(
      shoot({ lastOperation: { type: "Reconcile", state: "Error" }, retryCycleStartTime: "2026-08-10T08:00:00Z" }),
      {},
      nowMs,
    );
    expect(truth.subject).toEqual({ id: "retrying", operation: "Reconcile", failsAt: "2026-08-10T20:00:00Z" });
  });
});
