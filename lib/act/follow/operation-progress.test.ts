import { describe, expect, test } from "vitest";
import type { ProblemReason } from "#lib/contract/problem.ts";
import type { ActTrace } from "./act-trace.ts";
import {
  type FollowedAct,
  finalActStepOf,
  isActInProgress,
  noResultTimeoutMs,
  type ObservedShootFields,
  observedFieldsOf,
  operationProgress,
  recordObservation,
} from "./operation-progress.ts";

const now = (id: string): ActTrace => ({ kind: "operation", id, when: "now" });
const change: ActTrace = { kind: "change", about: "kubernetes-version", ofSpec: true };

const settled: ObservedShootFields = {
  uid: "u1",
  resourceVersion: "100",
  observed: true,
  lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-11-24T10:00:00Z" },
};
const sent: FollowedAct = { trace: now("reconcile"), before: settled, sentAt: 0 };

function answered(annotation: string | undefined, differs: Partial<FollowedAct> = {}): FollowedAct {
  const request = { ...sent, ...differs };
  const accepted = {
    ...(annotation !== undefined && { annotation }),
    requestedAt: "2026-11-24T12:00:00Z",
    resourceVersion: "101",
    warnings: [],
  };
  return { ...request, answer: { kind: "accepted", at: 10, accepted } };
}

const refused = (reason: ProblemReason | "unreachable" | "timeout"): FollowedAct => ({
  ...sent,
  answer: { kind: "refused", at: 10, fault: { reason } },
});

const at = (resourceVersion: string, differs: Partial<ObservedShootFields> = {}): ObservedShootFields => ({
  ...settled,
  resourceVersion,
  ...differs,
});
const running = { type: "Reconcile", state: "Processing", progress: 20, updatedAt: "2026-11-24T12:00:05Z" };
const again = { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-11-24T12:03:00Z" };

const ended = (state: string) => at("110", { lastOperation: { ...again, state } });
const held = (subject: string) => ({ subject, turn: "Operator" }) as const;

describe("the way of an operation", () => {
  test.each<[string, FollowedAct, ObservedShootFields, string]>([
    ["before the answer it is only being sent", sent, settled, "sending"],
    [
      "the answer carries the annotation: requested",
      answered("maintain", { trace: now("maintain") }),
      settled,
      "requested",
    ],
    [
      "the watch shows the annotation: requested",
      answered("rotate-ca-start;reconcile"),
      at("101", { pendingOperation: "rotate-ca-start; reconcile" }),
      "requested",
    ],
    [
      "an operation with pools is found in the annotation",
      answered("rollout-workers=data,web", { trace: now("rollout-workers") }),
      at("101", { pendingOperation: "rollout-workers=data,web" }),
      "requested",
    ],
    [
      "what is only written is done, held back or not",
      answered(undefined, { trace: { kind: "change", about: "manifest", ofSpec: false } }),
      at("102", { next: held("ignored") }),
      "succeeded",
    ],
  ])("%s", (_rule, request, observed, step) => {
    expect(operationProgress(request, observed, 1_000).step).toBe(step);
  });

  test.each<[string, ObservedShootFields | undefined, string]>([
    ["gardenlet works on it", at("102", { lastOperation: running }), "running"],
    [
      "the garden consumed it at once: accepted, and the old success is not taken for a new one",
      at("101", { observed: false }),
      "accepted",
    ],
    ["a newer success is its result", at("110", { lastOperation: again }), "succeeded"],
    ["Error means that Gardener tries again", ended("Error"), "retrying"],
    ["Aborted means that gardenlet was restarted and begins again: it goes on", ended("Aborted"), "running"],
    [
      "a failure that Gardener is about to try again is not the end",
      { ...ended("Failed"), next: held("about-to-retry") },
      "running",
    ],
    ["what is held back waits, and does not run", at("102", { observed: false, next: held("seed-stopped") }), "held"],
    [
      "what ran when its gardenlet fell silent is held back",
      at("102", { lastOperation: running, next: held("seed-silent") }),
      "held",
    ],
    [
      "an end that was seen is the end, whatever holds the cluster back since",
      at("110", { lastOperation: again, next: held("ignored") }),
      "succeeded",
    ],
    ["Failed is the end", ended("Failed"), "failed"],
    ["a state newer than this build is no result", ended("Transcended"), "accepted"],
    [
      "what runs before gardenlet has seen the request is an earlier run",
      at("102", { lastOperation: running, observed: false }),
      "accepted",
    ],
    ["the Shoot left the fleet", undefined, "gone"],
    ["another Shoot of the same name is not ours", { ...at("999"), uid: "u2" }, "gone"],
  ])("once it was taken: %s", (_rule, observed, step) => {
    expect(operationProgress(answered(""), observed, 1_000).step).toBe(step);
  });

  test("a retry of a failed cluster does not take the old failure for its own", () => {
    const failed = {
      ...settled,
      lastOperation: { type: "Reconcile", state: "Failed", progress: 40, updatedAt: "2026-11-24T10:00:00Z" },
    };
    const request = answered("", { trace: now("retry"), before: failed });
    expect(operationProgress(request, { ...failed, resourceVersion: "101", observed: false }, 1).step).toBe("accepted");
  });

  test("while it is held back nobody calls it unreported", () => {
    const observed = at("101", { next: { subject: "ignored", turn: "Operator" } });
    expect(operationProgress(answered(""), observed, noResultTimeoutMs + 1)).toEqual({
      step: "held",
      reason: { id: "ignored" },
    });
  });

  test("without any sign it ends as not reported, not as success", () => {
    expect(operationProgress(answered(""), at("101"), noResultTimeoutMs).step).toBe("accepted");
    expect(operationProgress(answered(""), at("101"), noResultTimeoutMs + 1).step).toBe("no-result");
  });
});

describe("maintenance", () => {
  const request = answered("maintain", { trace: now("maintain") });
  test.each([
    { name: "ran", lastMaintenance: { state: "Succeeded", triggeredAt: "2026-11-24T12:00:02Z" }, step: "succeeded" },
    { name: "was rejected", lastMaintenance: { state: "Failed", triggeredAt: "2026-11-24T12:00:02Z" }, step: "failed" },
  ])("$name", ({ lastMaintenance, step }) => {
    expect(operationProgress(request, at("103", { lastMaintenance }), 1).step).toBe(step);
  });

  test("goes on while the reconciliation it caused runs", () => {
    const lastMaintenance = { state: "Succeeded", triggeredAt: "2026-11-24T12:00:02Z" };
    expect(operationProgress(request, at("103", { lastMaintenance, lastOperation: running }), 1).step).toBe("running");
  });

  test("one that finds nothing to change ends with the reconciliation that it asked for", () => {
    expect(operationProgress(request, at("103", { lastOperation: again }), 1).step).toBe("succeeded");
  });

  test.each([
    { name: "while it has not been taken up", observed: { pendingOperation: "maintain" }, step: "requested" },
    { name: "before gardenlet has seen what it asked for", observed: { observed: false }, step: "accepted" },
  ])("a reconciliation $name is an earlier one", ({ observed, step }) => {
    expect(operationProgress(request, at("103", { lastOperation: again, ...observed }), 1).step).toBe(step);
  });
});

describe("faults", () => {
  test.each(["forbidden", "conflict", "refused-by-garden", "session-expired", "garden-unreachable"] as const)(
    "%s: nothing was changed",
    (reason) => {
      expect(operationProgress(refused(reason), settled, 1)).toEqual({ step: "refused", fault: { reason } });
    },
  );

  test.each(["timeout", "garden-timeout", "unreachable"] as const)("%s leaves open whether it arrived", (reason) => {
    expect(operationProgress(refused(reason), settled, 1).step).toBe("uncertain");
    expect(operationProgress(refused(reason), at("101", { pendingOperation: "reconcile" }), 1).step).toBe("requested");
    expect(operationProgress(refused(reason), at("102", { lastOperation: running }), 1).step).toBe("running");
  });
});

test("the button waits until an end was observed", () => {
  const steps = [sent, answered(""), refused("forbidden")].map((request) =>
    isActInProgress(operationProgress(request, settled, 1)),
  );
  expect(steps).toEqual([true, true, false]);
});

describe("a change of the specification", () => {
  const request = answered(undefined, { trace: change });
  const before = { type: "Reconcile", state: "Processing", progress: 40, updatedAt: "2026-11-24T11:59:00Z" };
  test.each<[string, ObservedShootFields, string]>([
    ["is requested until the watch shows it", at("100"), "requested"],
    ["is accepted while gardenlet has not seen it", at("101", { observed: false }), "accepted"],
    ["is not what a run from before succeeds with", at("102", { observed: false, lastOperation: again }), "accepted"],
    ["runs", at("102", { lastOperation: running }), "running"],
    ["has succeeded with the run after it", at("110", { lastOperation: again }), "succeeded"],
    ["has failed with the run after it", ended("Failed"), "failed"],
  ])("%s", (_rule, observed, step) => {
    expect(operationProgress(request, observed, 1_000).step).toBe(step);
  });

  test("of labels or annotations alone is done once it is seen", () => {
    const labels = answered(undefined, { trace: { ...change, ofSpec: false } });
    expect(operationProgress(labels, at("100"), 1).step).toBe("requested");
    expect(operationProgress(labels, at("101"), 1).step).toBe("succeeded");
  });

  test("that is held back waits for its window, however long that is, and follows the run in it", () => {
    const window = { fromMs: 3_600_000, toMs: 7_200_000 };
    const confined = answered(undefined, { trace: change, window });
    expect(operationProgress(confined, at("101"), 3_000_000)).toEqual({ step: "waiting", fromMs: 3_600_000 });
    expect(operationProgress(confined, at("120", { lastOperation: running }), 3_700_000).step).toBe("running");
    expect(operationProgress(confined, at("130", { lastOperation: again }), 3_800_000).step).toBe("succeeded");
    expect(operationProgress(confined, at("101"), 7_200_000 + noResultTimeoutMs + 1).step).toBe("no-result");
  });

  test("that is held back does not take the run that was going on for the one that brings it", () => {
    const confined = answered(undefined, { trace: change, window: {}, before: at("100", { lastOperation: before }) });
    const ended = at("105", { lastOperation: again });
    expect(operationProgress(recordObservation(confined, ended), ended, 1).step).toBe("waiting");
  });
});

describe("what is planned for the next window", () => {
  const planned = answered(undefined, {
    trace: { kind: "operation", id: "rotate-ca-start", when: "in-window" },
    window: { fromMs: 3_600_000 },
  });

  test("ends as scheduled once the watch shows it, and says when", () => {
    expect(operationProgress(planned, at("100"), 1).step).toBe("requested");
    expect(operationProgress(planned, at("101"), 1)).toEqual({ step: "scheduled", fromMs: 3_600_000 });
  });

  test("a run of something else is not its result", () => {
    expect(operationProgress(planned, at("110", { lastOperation: again }), 1).step).toBe("scheduled");
  });

  test("taken out of the plan again, it is done once that is seen", () => {
    const unschedule = answered(undefined, { trace: { kind: "unschedule", operation: "rotate-ca-start" } });
    expect(operationProgress(unschedule, at("110", { lastOperation: running }), 1).step).toBe("succeeded");
  });
});

describe("a deletion", () => {
  const request = answered(undefined, { trace: { kind: "delete" } });
  const marked = { deletionRequestedAt: "2026-11-24T12:00:00Z" };
  const deleting = { type: "Delete", state: "Processing", progress: 30, updatedAt: "2026-11-24T12:00:05Z" };
  test.each<[string, ObservedShootFields, string]>([
    ["is accepted when the garden has marked the Shoot", at("101", marked), "accepted"],
    ["runs", at("102", { ...marked, lastOperation: deleting }), "running"],
    [
      "is not over when the clean-up succeeded and the Shoot is still there",
      at("103", { ...marked, lastOperation: { ...deleting, state: "Succeeded" } }),
      "accepted",
    ],
    ["fails", at("103", { ...marked, lastOperation: { ...deleting, state: "Failed" } }), "failed"],
    ["is not failed by a reconciliation", { ...ended("Failed"), ...marked }, "accepted"],
  ])("%s", (_rule, observed, step) => {
    expect(operationProgress(request, observed, 1_000).step).toBe(step);
  });

  test("has succeeded when the Shoot leaves after the deletion was seen, and only then", () => {
    expect(operationProgress(request, undefined, 1).step).toBe("gone");
    expect(operationProgress(recordObservation(request, at("101", marked)), undefined, 1).step).toBe("deleted");
  });

  test("by force succeeds alike for a Shoot that was being deleted before", () => {
    const forced = answered(undefined, { trace: { kind: "force-delete" }, before: { ...settled, ...marked } });
    expect(operationProgress(forced, undefined, 1).step).toBe("deleted");
  });

  test("of another Shoot of the same name is not remembered for this one", () => {
    expect(recordObservation(request, { ...at("999", marked), uid: "u2" })).toBe(request);
  });
});

test("what Gardener tries again, what waits and what nobody can tell is no end", () => {
  const open = (["sending", "requested", "accepted"] as const).map((step) => finalActStepOf({ step }));
  expect(open).toEqual([undefined, undefined, undefined]);
  expect(finalActStepOf({ step: "retrying", description: undefined })).toBeUndefined();
  expect(finalActStepOf({ step: "waiting", fromMs: undefined })).toBeUndefined();
  expect(finalActStepOf({ step: "uncertain", fault: { reason: "timeout" } })).toBeUndefined();
  expect(finalActStepOf({ step: "scheduled", fromMs: undefined })).toBe("scheduled");
});

test("what happens after the end was seen is no longer of this act", () => {
  const done: FollowedAct = { ...answered(""), end: { step: "succeeded", at: 5 } };
  expect(operationProgress(done, at("200", { lastOperation: { ...again, state: "Failed" } }), 9).step).toBe(
    "succeeded",
  );
  const failed: FollowedAct = { ...answered(""), end: { step: "failed", at: 5, detail: "quota" } };
  expect(operationProgress(failed, undefined, 9)).toEqual({ step: "failed", description: "quota" });
});

test("of a row only what is needed is kept", () => {
  const row = { ...settled, name: "prod-eu1", labels: { team: "pay" } };
  expect(observedFieldsOf(row)).toEqual(settled);
});

describe("the move to another Seed", () => {
  const moved = answered(undefined, { trace: { kind: "change", about: "seed", ofSpec: true } });
  const shown = (type: string, state: string, progress: number) =>
    at("110", { lastOperation: { type, state, progress, updatedAt: "2026-11-24T12:03:00Z" } });

  test.each<[string, ObservedShootFields, object]>([
    ["prepares on the source", shown("Migrate", "Processing", 40), { step: "running", type: "Migrate", progress: 40 }],
    ["is handed over, which is no success", shown("Migrate", "Succeeded", 100), { step: "running", type: "Restore" }],
    [
      "is handed over before gardenlet has seen the new generation",
      { ...shown("Migrate", "Succeeded", 100), observed: false },
      { step: "running", type: "Restore" },
    ],
    [
      "is interrupted on the source, which repeats it",
      shown("Migrate", "Aborted", 40),
      { step: "running", type: "Migrate", progress: 40 },
    ],
    ["fails on the source", shown("Migrate", "Failed", 40), { step: "failed" }],
    ["is restored", shown("Restore", "Processing", 10), { step: "running", type: "Restore", progress: 10 }],
    ["has succeeded when it was seen to be restored", shown("Restore", "Succeeded", 100), { step: "succeeded" }],
  ])("%s", (_what, observed, expected) => {
    expect(operationProgress(moved, observed, 1_000)).toMatchObject(expected);
  });

  test.each([
    ["runs", "Processing", 60],
    ["ends", "Succeeded", 100],
    ["fails", "Failed", 60],
  ])("is not shown by a reconciliation that %s", (_what, state, progress) => {
    const trace = { kind: "change", about: "seed", ofSpec: true } as const;
    const unanswered = { ...refused("timeout"), trace, before: at("100", { lastOperation: running }) };
    expect(operationProgress(unanswered, shown("Reconcile", state, progress), 1_000).step).toBe("uncertain");
    expect(operationProgress(moved, shown("Reconcile", state, progress), 1_000).step).toBe("accepted");
  });

  test("of a cluster that no Seed has created yet is its creation on the new one", () => {
    const pending = { type: "Create", state: "Pending", progress: 0 };
    const created = shown("Create", "Succeeded", 100);
    for (const lastOperation of [undefined, pending]) {
      const { lastOperation: _none, ...scheduled } = at("100");
      const before = { ...scheduled, ...(lastOperation && { lastOperation }) };
      const of = { ...moved, before };
      expect(operationProgress(of, shown("Create", "Processing", 10), 1_000)).toMatchObject({ step: "running" });
      expect(operationProgress(of, created, 1_000)).toEqual({ step: "succeeded" });
      expect(operationProgress(of, shown("Create", "Pending", 1), 1_000).step).toBe("accepted");
    }
    const onSource = { ...moved, before: at("100", { lastOperation: { ...pending, state: "Processing" } }) };
    expect(operationProgress(onSource, created, 1_000).step).toBe("accepted");
  });

  test("is called back by a request that a reconciliation answers", () => {
    const before = observedFieldsOf(at("100", { lastOperation: running, next: held("leaving-seed") }));
    const back = { ...moved, before };
    expect(operationProgress(back, shown("Reconcile", "Succeeded", 100), 1_000)).toMatchObject({ step: "succeeded" });
  });

  test("waits for the new Seed, while any other request waits for the end of the move", () => {
    const waiting = at("101", { observed: false, next: held("leaving-seed") });
    expect(operationProgress(moved, waiting, 1_000)).toEqual({
      step: "held",
      reason: { id: "destination-not-ready" },
    });
    expect(operationProgress(answered(""), waiting, 1_000)).toEqual({ step: "held", reason: { id: "leaving-seed" } });
  });
});
