import { describe, expect, test } from "vitest";
import { type Case, confined, failed, ignored, truthOf, wrote } from "./truth-case.fixture.ts";

const inGarden = { namespace: "garden", annotations: ignored };
const deleting = { deletionTimestamp: "2026-11-26T20:00:00Z" };
const leaving = { seedName: "seed-b" };
const silent = {
  type: "EveryNodeReady",
  status: "Unknown",
  reason: "StatusUnknown",
  lastTransitionTime: "2026-11-27T01:00:00Z",
};

describe("what Gardener does next", () => {
  test.each<readonly [rule: string, of: Case, subject: object, turn: string]>([
    [
      "an ignored Shoot is held back although all is done",
      { metadata: inGarden },
      { id: "ignored", waiting: undefined },
      "Operator",
    ],
    [
      "an ignored Shoot keeps its change",
      { metadata: { ...inGarden, generation: 7 } },
      { id: "ignored", waiting: "change" },
      "Operator",
    ],
    [
      "an ignored Shoot is not deleted",
      { metadata: { ...inGarden, ...deleting } },
      { id: "ignored", waiting: "deletion" },
      "Operator",
    ],
    [
      "an ignored Shoot whose operation runs is not told to go on",
      { metadata: inGarden, status: { lastOperation: { type: "Reconcile", state: "Processing" } } },
      { id: "ignored", waiting: "operation" },
      "Operator",
    ],
    [
      "a Shoot that was never built goes although it is ignored",
      { metadata: { ...inGarden, ...deleting }, status: { uid: "" } },
      { id: "deletion-ends" },
      "Gardener",
    ],
    [
      "outside the namespace garden the annotation holds nothing back for sure",
      { metadata: { annotations: ignored } },
      { id: "healthy" },
      "Nobody",
    ],
    [
      "a stopped Seed holds a change back",
      { metadata: { generation: 7 }, seed: { stopped: true } },
      { id: "seed-stopped", waiting: "change", seed: "seed-a" },
      "Operator",
    ],
    [
      "a stopped Seed holds a deletion back",
      { metadata: deleting, seed: { stopped: true } },
      { id: "seed-stopped", waiting: "deletion" },
      "Operator",
    ],
    [
      "a silent gardenlet makes old what the status says",
      {
        status: { lastOperation: { type: "Reconcile", state: "Processing", progress: 40 } },
        seed: { silentSince: "2026-11-27T01:00:00Z" },
      },
      { id: "seed-silent", waiting: "operation" },
      "Operator",
    ],
    [
      "conditions that are all Unknown tell of a silent gardenlet",
      { status: { conditions: [silent] } },
      { id: "seed-silent" },
      "Operator",
    ],
    [
      "Aborted is taken up again, not restored",
      { status: { lastOperation: { type: "Reconcile", state: "Aborted" } } },
      { id: "resuming", operation: "Reconcile" },
      "Gardener",
    ],
    [
      "an aborted creation is taken up again as a creation",
      { status: { lastOperation: { type: "Create", state: "Aborted" } } },
      { id: "resuming", operation: "Create" },
      "Gardener",
    ],
    [
      "after an aborted move the control plane is restored",
      { status: { lastOperation: { type: "Migrate", state: "Aborted" } } },
      { id: "restoring" },
      "Gardener",
    ],
    [
      "Failed with a newer generation is about to be tried again",
      { metadata: { generation: 7 }, status: { lastOperation: failed } },
      { id: "about-to-retry" },
      "Gardener",
    ],
    [
      "Failed by an older release is about to be tried again",
      { status: { lastOperation: failed, gardener: { version: "v1.149.2" } } },
      { id: "about-to-retry" },
      "Gardener",
    ],
    [
      "Failed and up to date stays",
      { status: { lastOperation: failed } },
      { id: "failed", retriedInWindow: false },
      "Owner",
    ],
    [
      "Failed with the annotation is retried in the window",
      {
        metadata: { annotations: { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" } },
        status: { lastOperation: failed },
      },
      { id: "failed", retriedInWindow: true },
      "Gardener",
    ],
    [
      "a failed deletion with a newer generation goes on",
      { metadata: { ...deleting, generation: 7 }, status: { lastOperation: { ...failed, type: "Delete" } } },
      { id: "about-to-retry", operation: "Delete" },
      "Gardener",
    ],
    [
      "Bastions are removed by Gardener",
      {
        metadata: { ...deleting, generation: 7 },
        status: { lastOperation: { type: "Delete", state: "Failed", description: "shoot has still Bastions" } },
      },
      { id: "waits-for-bastions" },
      "Gardener",
    ],
    [
      "what another finalizer holds is not being deleted by Gardener",
      {
        metadata: { ...deleting, finalizers: ["other"] },
        status: { lastOperation: { type: "Delete", state: "Succeeded" } },
      },
      { id: "held-by-finalizer", finalizers: ["other"] },
      "Owner",
    ],
    [
      "an Error for the Seed is the operator's",
      {
        status: {
          lastOperation: {
            type: "Reconcile",
            state: "Error",
            description: "Shoot cannot be reconciled on seed: seed has failing conditions: [GardenletReady]",
          },
        },
      },
      { id: "seed-not-ready", seed: "seed-a" },
      "Operator",
    ],
    [
      "a change waits for a Seed that is not ready",
      { metadata: { generation: 7 }, seed: { problem: "conditions" } },
      { id: "seed-not-ready" },
      "Operator",
    ],
    [
      "a Shoot that shall move waits for the destination",
      { spec: leaving },
      { id: "leaving-seed", from: "seed-a", to: "seed-b", ready: false },
      "Operator",
    ],
    [
      "a Shoot whose destination is ready moves",
      { spec: leaving, status: { constraints: [{ type: "ReadyForMigration", status: "True" }] } },
      { id: "leaving-seed", ready: true },
      "Gardener",
    ],
    [
      "a Shoot that has left its Seed is about to be restored",
      { status: { lastOperation: { type: "Migrate", state: "Succeeded" } } },
      { id: "moved-away" },
      "Gardener",
    ],
    [
      "a change of a confined Shoot waits for the window",
      { metadata: wrote("2026-11-27T05:00:00Z"), spec: confined },
      { id: "changes-held" },
      "Gardener",
    ],
    [
      "what was written before the last success is rolled out",
      { metadata: wrote("2026-11-27T01:00:00Z"), spec: confined },
      { id: "healthy" },
      "Nobody",
    ],
    [
      "a newer generation of a confined Shoot is rolled out now",
      { metadata: { ...wrote("2026-11-27T05:59:50Z"), generation: 7 }, spec: confined },
      { id: "change-pending", confined: true, overdue: false },
      "Gardener",
    ],
    [
      "a change that is not taken up needs somebody",
      { metadata: { ...wrote("2026-11-27T05:30:00Z"), generation: 7 } },
      { id: "change-pending", overdue: true },
      "Owner",
    ],
    [
      "the end of the lifetime comes first",
      {
        metadata: { annotations: { "shoot.gardener.cloud/expiration-timestamp": "2026-11-28T06:00:00Z" } },
        spec: { credentialsBindingName: "a" },
      },
      { id: "lifetime-ends", at: "2026-11-28T06:00:00Z" },
      "Owner",
    ],
    [
      "another scheduler than Gardener's is waited for",
      { spec: { seedName: null, schedulerName: "own" }, status: { lastOperation: null, seedName: null } },
      { id: "never-reconciled", scheduler: "own" },
      "Operator",
    ],
    [
      "a Shoot that nobody has scheduled for long needs the operator",
      { spec: { seedName: null }, status: { lastOperation: null, seedName: null } },
      { id: "never-reconciled", overdue: true },
      "Operator",
    ],
  ])("%s", (_rule, of, subject, turn) => {
    const truth = truthOf(of);
    expect(truth.subject).toMatchObject(subject);
    expect(truth.turn).toBe(turn);
    expect(truth.next === "nothing").toBe(turn === "Nobody");
  });
});
