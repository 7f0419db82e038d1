import { describe, expect, test } from "vitest";
import { automaticHandlings } from "#lib/policy/next/automatic-handling.ts";
import { type Diagnosis, type DiagnosisSubject, diagnosisSubjectIds, nextSteps } from "#lib/policy/next/diagnosis.ts";
import { type ResponsibleParty, responsibleParties } from "#lib/policy/next/responsible-party.ts";
import type { OperationReason, OperationReasonId } from "#lib/policy/operations/reasons.ts";
import { operationIds } from "#lib/policy/operations/vocabulary.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { rotationSteps } from "#lib/policy/rotations/rotation-progress.ts";
import { conditionTypes } from "#lib/policy/status/conditions.ts";
import { constraintConsequences } from "#lib/policy/status/constraints.ts";
import { knownErrorCodes } from "#lib/policy/status/error-codes.ts";
import { utcClock } from "./clock.ts";
import { describeCondition } from "./condition-descriptions.ts";
import { constraintDescriptions, describeConstraintRemedy } from "./constraint-descriptions.ts";
import { describeDiagnosis } from "./diagnosis-descriptions.ts";
import { describeErrorCode } from "./error-code-descriptions.ts";
import { describeOperation } from "./operation-descriptions.ts";
import { describeReason } from "./reason-descriptions.ts";
import { describeResponsibleParty, partyLabelOfProjects, responsiblePartyLabel } from "./responsible-party-labels.ts";
import {
  describeRotationWarning,
  rotationDescriptions,
  rotationStepLabels,
  rotationWaitDescriptions,
} from "./rotation-descriptions.ts";
import { describeErrorCodeRemedy } from "./state/error-code-remedies.ts";
import { nextStepDescriptions } from "./state/next-step-descriptions.ts";

/** A sample for each reason. The type makes the compiler report a missing reason. */
const samples: { readonly [Id in OperationReasonId]: OperationReason<Id> } = {
  "unknown-operation": { id: "unknown-operation", operation: "rotate-everything" },
  "not-parallel": { id: "not-parallel", operation: "retry" },
  "self-hosted-unmanaged": { id: "self-hosted-unmanaged", operation: "rollout-workers=a" },
  "gate-closed": { id: "gate-closed", operation: "rotate-ca-start", gate: "SomeGate" },
  "duplicate-with-maintenance": { id: "duplicate-with-maintenance", operations: ["reconcile"] },
  "k8s-134-single-step-only": { id: "k8s-134-single-step-only", operation: "rotate-etcd-encryption-key-start" },
  "incompatible-operation": { id: "incompatible-operation", operation: "a", with: ["b"] },
  hibernated: { id: "hibernated", operation: "a" },
  "waking-up": { id: "waking-up", operation: "a" },
  "encryption-config-rolling-out": { id: "encryption-config-rolling-out" },
  "covered-by-other-annotation": { id: "covered-by-other-annotation", operation: "a", with: "b" },
  "last-operation-not-ready": { id: "last-operation-not-ready", type: "Create", state: "Processing" },
  "rotation-in-progress": { id: "rotation-in-progress", family: "etcdEncryptionKey", phase: "Preparing" },
  "not-prepared": { id: "not-prepared", family: "serviceAccountKey", phase: "" },
  "worker-update-pending": { id: "worker-update-pending", strategy: "manual", pools: ["a", "b"] },
  "no-waiting-rotation": { id: "no-waiting-rotation" },
  "pool-required": { id: "pool-required" },
  "pool-duplicate": { id: "pool-duplicate", pool: "a" },
  "pool-unknown": { id: "pool-unknown", pool: "a" },
  "pool-in-place": { id: "pool-in-place", pool: "a" },
  "pool-wildcard": { id: "pool-wildcard" },
  "self-hosted": { id: "self-hosted" },
  "spec-frozen-by-deletion": { id: "spec-frozen-by-deletion" },
  "migration-or-restore": { id: "migration-or-restore" },
  "hibernation-possible-constraint": { id: "hibernation-possible-constraint", status: "False" },
  "etcd-encryption-key-rotation": { id: "etcd-encryption-key-rotation", phase: "Preparing" },
  "service-account-key-rotation": { id: "service-account-key-rotation", phase: "Completing" },
  "maintenance-operation": { id: "maintenance-operation", operations: ["rotate-etcd-encryption-key"] },
  "already-hibernated": { id: "already-hibernated" },
  "already-awake": { id: "already-awake" },
  "confirmation-missing": { id: "confirmation-missing" },
  "dual-approval": { id: "dual-approval", confirmedBy: "alice" },
  "managed-seed": { id: "managed-seed" },
  "already-deleting": { id: "already-deleting" },
  "no-deletion-timestamp": { id: "no-deletion-timestamp" },
  "no-eligible-error-code": { id: "no-eligible-error-code", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] },
  "cannot-be-removed": { id: "cannot-be-removed" },
  "force-deletion-gate-closed": { id: "force-deletion-gate-closed" },
  "already-forced": { id: "already-forced" },
  "failed-needs-retry": { id: "failed-needs-retry" },
  "not-failed": { id: "not-failed" },
  "never-reconciled": { id: "never-reconciled" },
  "emergency-stop": { id: "emergency-stop" },
  ignored: { id: "ignored" },
  "leaving-seed": { id: "leaving-seed" },
  "destination-not-ready": { id: "destination-not-ready" },
  "seed-silent": { id: "seed-silent" },
  "seed-not-ready": { id: "seed-not-ready" },
  "run-refused-while-waking": { id: "run-refused-while-waking", operations: ["rotate-etcd-encryption-key"] },
  "run-refused-while-asleep": { id: "run-refused-while-asleep", operations: ["rotate-etcd-encryption-key"] },
  "perhaps-ignored": { id: "perhaps-ignored" },
  "ssh-disabled": { id: "ssh-disabled" },
  workerless: { id: "workerless" },
  "rbac-missing": { id: "rbac-missing", verb: "patch", group: "core.gardener.cloud", resource: "shoots" },
  deletion: { id: "deletion", operation: "maintain" },
  "nothing-to-do": { id: "nothing-to-do", operation: "force-in-place-update" },
  "same-family-in-other-annotation": { id: "same-family-in-other-annotation", operation: "a", other: "b" },
  "machines-may-not-exist": { id: "machines-may-not-exist" },
  "not-for-maintenance": { id: "not-for-maintenance", operation: "retry" },
  "encryption-settles-first": { id: "encryption-settles-first" },
  "drops-old-credentials": { id: "drops-old-credentials", families: ["certificateAuthorities"] },
  "forgets-pending-rollouts": { id: "forgets-pending-rollouts", families: ["serviceAccountKey"], pools: ["a"] },
  "starts-at-next-attempt": { id: "starts-at-next-attempt" },
  "retried-automatically": { id: "retried-automatically", fromAt: "2026-08-10T10:10:00Z" },
  "maintenance-replaces-pending": { id: "maintenance-replaces-pending", pending: ["rotate-ssh-keypair"] },
  "operation-pending": { id: "operation-pending", pending: ["rotate-ssh-keypair"] },
  "confined-changes-roll-out": { id: "confined-changes-roll-out" },
  "etcd-completes-by-itself": { id: "etcd-completes-by-itself" },
  "legacy-etcd-operation": { id: "legacy-etcd-operation", operation: "rotate-etcd-encryption-key-start" },
  "will-wait-for-window": { id: "will-wait-for-window" },
  "leaves-cloud-resources": { id: "leaves-cloud-resources" },
};

const subjects: { readonly [Id in DiagnosisSubject["id"]]: DiagnosisSubject<Id> } = {
  "never-reconciled": { id: "never-reconciled", scheduled: true, scheduler: undefined, overdue: false },
  "not-scheduled": { id: "not-scheduled", description: undefined },
  skipped: { id: "skipped" },
  ignored: { id: "ignored", waiting: "deletion", seed: "seed-a" },
  "seed-stopped": { id: "seed-stopped", waiting: "change", seed: "seed-a" },
  "seed-silent": { id: "seed-silent", waiting: undefined, seed: "seed-a" },
  "seed-not-ready": { id: "seed-not-ready", operation: "Create", seed: "seed-a" },
  resuming: { id: "resuming", operation: "Reconcile" },
  "about-to-retry": { id: "about-to-retry", operation: "Delete" },
  "deletion-ends": { id: "deletion-ends" },
  "held-by-finalizer": { id: "held-by-finalizer", finalizers: ["example.com/backup"] },
  "waits-for-bastions": { id: "waits-for-bastions", operation: "Delete" },
  "leaving-seed": { id: "leaving-seed", from: "seed-a", to: "seed-b", ready: false },
  "moved-away": { id: "moved-away", to: "seed-b" },
  "changes-held": { id: "changes-held" },
  "lifetime-ends": { id: "lifetime-ends", at: "2026-11-28T10:00:00Z" },
  creating: { id: "creating", progress: 40 },
  reconciling: { id: "reconciling", progress: 40 },
  hibernating: { id: "hibernating", progress: undefined },
  "waking-up": { id: "waking-up", progress: 1 },
  deleting: { id: "deleting", progress: 1 },
  "deletion-requested": { id: "deletion-requested" },
  migrating: { id: "migrating", progress: 1 },
  restoring: { id: "restoring", progress: 1 },
  retrying: { id: "retrying", operation: "Reconcile", failsAt: undefined },
  failed: { id: "failed", operation: "Create", retriedAutomatically: false, retriedInWindow: false },
  "deletion-failed": { id: "deletion-failed", forceDeletionPossible: true },
  "conditions-failing": { id: "conditions-failing" },
  "conditions-unknown": { id: "conditions-unknown" },
  "conditions-progressing": { id: "conditions-progressing" },
  "constraints-failing": { id: "constraints-failing" },
  "change-pending": { id: "change-pending", confined: true, overdue: false },
  "rotation-waits": { id: "rotation-waits", family: "certificateAuthorities", phase: "Prepared" },
  hibernated: { id: "hibernated" },
  healthy: { id: "healthy" },
  unrecognised: { id: "unrecognised", type: undefined, state: "Paused" },
};

function truth(subject: DiagnosisSubject, facts: Partial<Diagnosis> = {}): Diagnosis {
  return {
    health: "healthy",
    subject,
    turn: "Nobody",
    next: "nothing",
    notes: [],
    codes: [],
    conditions: [],
    constraints: [],
    ...facts,
  };
}

/** A complete sentence: starts with a capital or operation name, ends with a full stop, no unresolved placeholders. */
const sentence = /^\S.{8,}\.$/;
const leftover = /undefined|null|NaN|\[object|function/;

function expectSentences(sentences: readonly string[]): void {
  for (const text of sentences) {
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(leftover);
  }
}

describe("every operation", () => {
  test("has a name and one sentence, and no two are alike", () => {
    const words = operationIds.map(describeOperation);
    expectSentences(words.map((word) => word.sentence));
    expect(new Set(words.map(({ name }) => name)).size).toBe(operationIds.length);
    expect(new Set(words.map((word) => word.sentence)).size).toBe(operationIds.length);
  });
});

describe("every reason", () => {
  test("has one sentence that no other reason has", () => {
    const sentences = Object.values(samples).map((sample) => describeReason(sample));
    expectSentences(sentences);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe("every error code, condition and constraint", () => {
  test("has its own words", () => {
    expectSentences(knownErrorCodes.map(describeErrorCode));
    expectSentences(
      automaticHandlings.flatMap((course) => knownErrorCodes.map((code) => describeErrorCodeRemedy(code, course))),
    );
    expectSentences(conditionTypes.map((type) => describeCondition(type).failing));
    expectSentences(
      constraintConsequences.flatMap((consequence) => [
        String(constraintDescriptions[consequence].consequence),
        ...automaticHandlings.map((course) => describeConstraintRemedy(consequence, course)),
      ]),
    );
  });

  test("is said by its own name when it is newer than this build", () => {
    expect(describeErrorCode("ERR_SOMETHING_NEW")).toContain("ERR_SOMETHING_NEW");
    expect(describeCondition("SomethingNew").name).toBe("SomethingNew");
  });
});

describe("every rotation", () => {
  test("has words for its steps, its waits and what it means", () => {
    const steps = rotationSteps.map((step) => String(rotationStepLabels[step]));
    expect(new Set(steps).size).toBe(steps.length);
    expectSentences(Object.values(rotationWaitDescriptions).map(String));
    expectSentences(rotationFamilies.flatMap((family) => Object.values(rotationDescriptions[family]).map(String)));
  });

  test("has a sentence for each reminder", () => {
    expectSentences(
      [
        { id: "rotation-due", family: "all", initiatedAt: undefined } as const,
        { id: "rotation-due", family: "sshKeypair", initiatedAt: undefined } as const,
        { id: "rotation-due", family: "observability", initiatedAt: "2026-01-01T00:00:00Z" } as const,
        { id: "rotation-to-complete", family: "serviceAccountKey", preparedAt: undefined } as const,
        { id: "deprecated-operation", operation: "rotate-etcd-encryption-key-start" } as const,
      ].map(describeRotationWarning),
    );
  });
});

describe("the sentence of truth", () => {
  test("says every subject", () => {
    expect(Object.keys(subjects).sort()).toEqual([...diagnosisSubjectIds].sort());
    const headlines = Object.values(subjects).map(
      (subject) => describeDiagnosis(truth(subject), { clock: utcClock }).headline,
    );
    for (const headline of headlines) expect(headline).not.toMatch(leftover);
    expect(new Set(headlines).size).toBe(headlines.length);
  });

  test("says every next step but the absent one", () => {
    expectSentences(nextSteps.filter((step) => step !== "nothing").map((step) => String(nextStepDescriptions[step])));
    expect(nextStepDescriptions.nothing).toBeUndefined();
  });

  test("calls nothing yours but what waits for you", () => {
    const words = responsibleParties.map((party) => describeResponsibleParty(party, "payments"));
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((text) => /\byou(rs?)?\b/i.test(text))).toEqual(["Waiting for you"]);
    expect(describeResponsibleParty("team", "payments")).toBe("Waiting for the payments team");
    const names = responsibleParties.map((party) => responsiblePartyLabel(party, "payments"));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((text) => /\byou/i.test(text))).toEqual(["You"]);
  });

  test("names who acts for several projects only where that is one and the same", () => {
    const of = (given: Readonly<Record<string, ResponsibleParty>>) =>
      partyLabelOfProjects(Object.keys(given), (project) => given[project] ?? "nobody");
    expect(of({ shop: "team" })).toBe("shop team");
    expect(of({ shop: "team", payments: "team" })).toBe("Owners");
    expect(of({ shop: "you", payments: "you" })).toBe("You");
    expect(of({ shop: "you", payments: "team" })).toBeUndefined();
    expect(of({ shop: "operator", payments: "operator" })).toBe("Operator");
    expect(of({ shop: "somebody" })).toBeUndefined();
  });

  test("calls what is fine now fine for now only where more is to come", () => {
    const facts = { turn: "Nobody", next: "nothing", forSeconds: 60 } as const;
    expect(describeDiagnosis(truth(subjects.healthy, facts), { clock: utcClock }).headline).toBe("Healthy.");
    expect(describeDiagnosis(truth(subjects.healthy, facts), { clock: utcClock, forNow: true }).headline).toBe(
      "Healthy now.",
    );
  });

  test("tells when a failure was, and for how long a state lasts", () => {
    const facts = { turn: "Owner", next: "retry", forSeconds: 45 * 60 } as const;
    expect(describeDiagnosis(truth(subjects.failed, facts), { clock: utcClock }).headline).toBe(
      "Create failed 45 min ago.",
    );
    expect(describeDiagnosis(truth(subjects["rotation-waits"], facts), { clock: utcClock }).headline).toMatch(
      / for 45 min\.$/,
    );
    const begun = { turn: "Gardener", next: "wait", forSeconds: 0 } as const;
    expect(describeDiagnosis(truth({ id: "reconciling", progress: 95 }, begun), { clock: utcClock }).headline).toBe(
      "Being reconciled, 95 %.",
    );
  });

  test("tells since when and which conditions fail", () => {
    const words = describeDiagnosis(
      truth(subjects["conditions-failing"], {
        turn: "Owner",
        next: "look-at-conditions",
        forSeconds: 42 * 60,
        conditions: ["EveryNodeReady"],
        codes: ["ERR_INFRA_QUOTA_EXCEEDED"],
      }),
      { clock: utcClock },
    );
    expect(words).toEqual({
      headline: "Unhealthy for 42 min: Nodes.",
      causes: ["A quota of the cloud account is exceeded."],
      notes: [],
      next: "Check the conditions.",
    });
  });
});
