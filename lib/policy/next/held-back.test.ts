import { describe, expect, test } from "vitest";
import {
  confinedRolloutSpec,
  type DiagnosisCase,
  diagnosisOfCase,
  failedLastOperation,
  ignoreAnnotation,
  managedFieldsWithSpecWrite,
} from "./diagnosis-case.fixture.ts";

const inGarden = { namespace: "garden", annotations: ignoreAnnotation };
const deleting = { deletionTimestamp: "2026-11-26T20:00:00Z" };
const changed = { generation: 7 };
const silentSince = "2026-11-27T01:00:00Z";
const unknown = { type: "EveryNodeReady", status: "Unknown", reason: "StatusUnknown", lastTransitionTime: silentSince };
const last = (type: string, state: string, more: object = {}) => ({ lastOperation: { type, state, ...more } });
const running = last("Reconcile", "Processing", { progress: 40 });
const unbuilt = { lastOperation: null, seedName: null };
const notReady = "Shoot cannot be reconciled on seed: seed has failing conditions: [GardenletReady]";
const retries = { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" };
const expires = { "shoot.gardener.cloud/expiration-timestamp": "2026-11-28T06:00:00Z" };

type Rule = readonly [rule: string, of: DiagnosisCase, subject: object];

/** Groups the diagnoses by who has to act next. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  Operator: [
    [
      "an ignored Shoot is held back although all is done",
      { metadata: inGarden },
      { id: "ignored", waiting: undefined },
    ],
    [
      "an ignored Shoot keeps its change",
      { metadata: { ...inGarden, ...changed } },
      { id: "ignored", waiting: "change" },
    ],
    [
      "an ignored Shoot is not deleted",
      { metadata: { ...inGarden, ...deleting } },
      { id: "ignored", waiting: "deletion" },
    ],
    [
      "an ignored Shoot is not told to go on",
      { metadata: inGarden, status: running },
      { id: "ignored", waiting: "operation" },
    ],
    [
      "a stopped Seed holds a change back",
      { metadata: changed, seed: { stopped: true } },
      { id: "seed-stopped", waiting: "change", seed: "seed-a" },
    ],
    [
      "a stopped Seed holds a deletion back",
      { metadata: deleting, seed: { stopped: true } },
      { id: "seed-stopped", waiting: "deletion" },
    ],
    [
      "a silent gardenlet makes the status old",
      { status: running, seed: { silentSince } },
      { id: "seed-silent", waiting: "operation" },
    ],
    [
      "conditions that are all Unknown tell of a silent gardenlet",
      { status: { conditions: [unknown] } },
      { id: "seed-silent" },
    ],
    [
      "an Error for the Seed is the operator's",
      { status: last("Reconcile", "Error", { description: notReady }) },
      { id: "seed-not-ready", seed: "seed-a" },
    ],
    [
      "a change waits for a Seed that is not ready",
      { metadata: changed, seed: { problem: "conditions" } },
      { id: "seed-not-ready" },
    ],
    [
      "a Shoot that shall move waits for the destination",
      { spec: { seedName: "seed-b" } },
      { id: "leaving-seed", from: "seed-a", to: "seed-b", ready: false },
    ],
    [
      "another scheduler than Gardener's is waited for",
      { spec: { seedName: null, schedulerName: "own" }, status: unbuilt },
      { id: "never-reconciled", scheduler: "own" },
    ],
    [
      "a Shoot that nobody has scheduled for long needs the operator",
      { spec: { seedName: null }, status: unbuilt },
      { id: "never-reconciled", overdue: true },
    ],
  ],
  Gardener: [
    [
      "a Shoot that was never built goes although it is ignored",
      { metadata: { ...inGarden, ...deleting }, status: { uid: "" } },
      { id: "deletion-ends" },
    ],
    [
      "Aborted is taken up again, not restored",
      { status: last("Reconcile", "Aborted") },
      { id: "resuming", operation: "Reconcile" },
    ],
    [
      "an aborted creation is taken up again",
      { status: last("Create", "Aborted") },
      { id: "resuming", operation: "Create" },
    ],
    [
      "after an aborted move the control plane is restored",
      { status: last("Migrate", "Aborted") },
      { id: "restoring" },
    ],
    [
      "Failed with a newer generation is about to be tried again",
      { metadata: changed, status: { lastOperation: failedLastOperation } },
      { id: "about-to-retry" },
    ],
    [
      "Failed by an older release is about to be tried again",
      { status: { lastOperation: failedLastOperation, gardener: { version: "v1.149.2" } } },
      { id: "about-to-retry" },
    ],
    [
      "Failed with the annotation is retried in the window",
      { metadata: { annotations: retries }, status: { lastOperation: failedLastOperation } },
      { id: "failed", retriedInWindow: true },
    ],
    [
      "a failed deletion with a newer generation goes on",
      { metadata: { ...deleting, ...changed }, status: { lastOperation: { ...failedLastOperation, type: "Delete" } } },
      { id: "about-to-retry", operation: "Delete" },
    ],
    [
      "Bastions are removed by Gardener",
      {
        metadata: { ...deleting, ...changed },
        status: last("Delete", "Failed", { description: "shoot has still Bastions" }),
      },
      { id: "waits-for-bastions" },
    ],
    [
      "a Shoot whose destination is ready moves",
      { spec: { seedName: "seed-b" }, status: { constraints: [{ type: "ReadyForMigration", status: "True" }] } },
      { id: "leaving-seed", ready: true },
    ],
    [
      "a Shoot that has left its Seed is about to be restored",
      { status: last("Migrate", "Succeeded") },
      { id: "moved-away" },
    ],
    [
      "a change of a confined Shoot waits for the window",
      { metadata: managedFieldsWithSpecWrite("2026-11-27T05:00:00Z"), spec: confinedRolloutSpec },
      { id: "changes-held" },
    ],
    [
      "a newer generation of a confined Shoot is rolled out now",
      { metadata: { ...managedFieldsWithSpecWrite("2026-11-27T05:59:50Z"), ...changed }, spec: confinedRolloutSpec },
      { id: "change-pending", confined: true, overdue: false },
    ],
  ],
  Owner: [
    [
      "Failed and up to date stays",
      { status: { lastOperation: failedLastOperation } },
      { id: "failed", retriedInWindow: false },
    ],
    [
      "what another finalizer holds is not being deleted by Gardener",
      { metadata: { ...deleting, finalizers: ["other"] }, status: last("Delete", "Succeeded") },
      { id: "held-by-finalizer", finalizers: ["other"] },
    ],
    [
      "a change that is not taken up needs somebody",
      { metadata: { ...managedFieldsWithSpecWrite("2026-11-27T05:30:00Z"), ...changed } },
      { id: "change-pending", overdue: true },
    ],
    [
      "the end of the lifetime comes first",
      { metadata: { annotations: expires }, spec: { credentialsBindingName: "a" } },
      { id: "lifetime-ends", at: "2026-11-28T06:00:00Z" },
    ],
  ],
  Nobody: [
    [
      "outside the namespace garden the annotation holds nothing back for sure",
      { metadata: { annotations: ignoreAnnotation } },
      { id: "healthy" },
    ],
    [
      "what was written before the last success is rolled out",
      { metadata: managedFieldsWithSpecWrite("2026-11-27T01:00:00Z"), spec: confinedRolloutSpec },
      { id: "healthy" },
    ],
  ],
};

describe.each(Object.entries(rules))("next acts: %s", (turn, ofTurn) => {
  test.each(ofTurn)("%s", (_rule, of, subject) => {
    const truth = diagnosisOfCase(of);
    expect(truth.subject).toMatchObject(subject);
    expect(truth.turn).toBe(turn);
    expect(truth.next === "nothing").toBe(turn === "Nobody");
  });
});
