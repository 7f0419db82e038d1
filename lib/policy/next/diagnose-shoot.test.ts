import { describe, expect, test } from "vitest";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import { diagnoseShoot } from "./diagnose-shoot.ts";

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
const last = (type: string, state: string, ...codes: readonly string[]) => ({
  lastOperation: { type, state },
  ...(codes.length > 0 && { lastErrors: [{ codes }] }),
});
const rested = (status: ShootStatus) => shoot({ lastOperation: succeeded, ...status });
const failing = (type: string) => [{ type, status: "False" }];
const prepared = { rotation: { certificateAuthorities: { phase: "Prepared" } } };

describe("the sentence of truth", () => {
  test.each<readonly [rule: string, of: Shoot, says: string]>([
    [
      "a Shoot without status waits for Gardener",
      shoot(null, { creationTimestamp: "2026-08-10T09:59:00Z" }),
      "never-reconciled: Gardener, wait",
    ],
    [
      "a Shoot that the scheduler cannot place needs the operator",
      unbound(shoot(last("Create", "Pending"))),
      "not-scheduled: Operator, look-at-seeds",
    ],
    [
      "a Shoot in Error is retrying, not failed",
      shoot({ ...last("Reconcile", "Error"), lastErrors: [{ description: "x" }] }),
      "retrying: Gardener, wait",
    ],
    [
      "a Shoot in Error with a user's code is the user's turn",
      shoot(last("Reconcile", "Error", "ERR_INFRA_RESOURCES_DEPLETED")),
      "retrying: Owner, fix-and-wait",
    ],
    [
      "a failed Shoot with exceeded quota is the user's turn",
      shoot(last("Reconcile", "Failed", "ERR_INFRA_QUOTA_EXCEEDED")),
      "failed: Owner, fix-and-retry",
    ],
    [
      "a rate limit is the provider's turn and Gardener retries",
      shoot(last("Reconcile", "Failed", "ERR_INFRA_RATE_LIMITS_EXCEEDED")),
      "failed: Provider, wait",
    ],
    [
      "deletion outranks a finished operation",
      shoot({ lastOperation: succeeded }, { deletionTimestamp: "2026-08-10T09:59:00Z" }),
      "deletion-requested: Gardener, wait",
    ],
    [
      "a failed deletion with an eligible code may be forced",
      shoot(last("Delete", "Failed", "ERR_CLEANUP_CLUSTER_RESOURCES"), { deletionTimestamp: "2026-08-10T09:00:00Z" }),
      "deletion-failed: Owner, force-delete-or-fix",
    ],
    [
      "failing nodes are the user's turn",
      rested({ conditions: failing("EveryNodeReady") }),
      "conditions-failing: Owner, look-at-conditions",
    ],
    [
      "a failing control plane is the operator's turn",
      rested({ conditions: failing("ControlPlaneHealthy") }),
      "conditions-failing: Operator, look-at-conditions",
    ],
    [
      "an accepted change that gardenlet has not seen is pending",
      rested({ observedGeneration: 2 }),
      "change-pending: Gardener, wait",
    ],
    [
      "a Prepared rotation waits for the user",
      rested({ credentials: prepared }),
      "rotation-waits: Owner, update-clients-and-complete",
    ],
    [
      "a constraint that is not True is the user's turn",
      rested({ constraints: failing("HibernationPossible") }),
      "constraints-failing: Owner, look-at-constraints",
    ],
    [
      "a state newer than this build is said",
      shoot(last("Reconcile", "Paused")),
      "unrecognised: Operator, ask-operator",
    ],
    ["nothing to do is nobody's turn", rested({}), "healthy: Nobody, nothing"],
  ])("%s", (_rule, of, says) => {
    const { subject, turn, next } = diagnoseShoot(of, {}, nowMs);
    expect(`${subject.id}: ${turn}, ${next}`).toBe(says);
  });

  test("it tells since when, and never counts backwards", () => {
    const broken = { type: "EveryNodeReady", status: "False", lastTransitionTime: "2026-08-10T09:18:00Z" };
    const truth = diagnoseShoot(rested({ conditions: [broken] }), {}, nowMs);
    expect(truth).toMatchObject({ since: "2026-08-10T09:18:00Z", forSeconds: 42 * 60, conditions: ["EveryNodeReady"] });
    const future = { ...broken, lastTransitionTime: "2026-08-10T11:00:00Z" };
    expect(diagnoseShoot(rested({ conditions: [future] }), {}, nowMs).forSeconds).toBe(0);
  });

  test("a malformed instant is left out instead of becoming NaN", () => {
    const broken = { type: "EveryNodeReady", status: "False", lastTransitionTime: "yesterday" };
    const truth = diagnoseShoot(rested({ conditions: [broken] }), {}, nowMs);
    expect(truth.since).toBeUndefined();
    expect(truth.forSeconds).toBeUndefined();
  });

  test("a Shoot in Error says when Gardener gives up", () => {
    const truth = diagnoseShoot(
      shoot({ lastOperation: { type: "Reconcile", state: "Error" }, retryCycleStartTime: "2026-08-10T08:00:00Z" }),
      {},
      nowMs,
    );
    expect(truth.subject).toEqual({ id: "retrying", operation: "Reconcile", failsAt: "2026-08-10T20:00:00Z" });
  });
});
