import { describe, expect, test } from "vitest";
import type { ProblemReason } from "../contract/problem.ts";
import {
  isUnderWay,
  noResultAfterMs,
  type Observation,
  type OperationRequest,
  operationProgress,
} from "./operation-progress.ts";

const settled: Observation = {
  uid: "u1",
  resourceVersion: "100",
  observed: true,
  lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-11-24T10:00:00Z" },
};
const sent: OperationRequest = { operation: "reconcile", before: settled, sentAt: 0 };

function answered(annotation: string, differs: Partial<OperationRequest> = {}): OperationRequest {
  const request = { ...sent, ...differs };
  const accepted = {
    operation: request.operation,
    annotation,
    requestedAt: "2026-11-24T12:00:00Z",
    resourceVersion: "101",
    warnings: [],
  };
  return { ...request, answer: { kind: "accepted", at: 10, accepted } };
}

const refused = (reason: ProblemReason | "unreachable" | "timeout"): OperationRequest => ({
  ...sent,
  answer: { kind: "refused", at: 10, fault: { reason } },
});

const at = (resourceVersion: string, differs: Partial<Observation> = {}): Observation => ({
  ...settled,
  resourceVersion,
  ...differs,
});
const running = { type: "Reconcile", state: "Processing", progress: 20, updatedAt: "2026-11-24T12:00:05Z" };
const again = { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-11-24T12:03:00Z" };

describe("the way of an operation", () => {
  test.each([
    { name: "before the answer it is only being sent", request: sent, observed: settled, step: "sending" },
    {
      name: "the answer carries the annotation: requested",
      request: answered("maintain", { operation: "maintain" }),
      observed: settled,
      step: "requested",
    },
    {
      name: "the watch shows the annotation: requested",
      request: answered("rotate-ca-start;reconcile"),
      observed: at("101", { pendingOperation: "rotate-ca-start; reconcile" }),
      step: "requested",
    },
    {
      name: "the garden consumed it at once: accepted, and the old success is not taken for a new one",
      request: answered(""),
      observed: at("101", { observed: false }),
      step: "accepted",
    },
    {
      name: "gardenlet works on it",
      request: answered(""),
      observed: at("102", { lastOperation: running }),
      step: "running",
    },
    {
      name: "a newer success is its result",
      request: answered(""),
      observed: at("110", { lastOperation: again }),
      step: "succeeded",
    },
    {
      name: "Error means that Gardener tries again",
      request: answered(""),
      observed: at("110", { lastOperation: { ...again, state: "Error" } }),
      step: "retrying",
    },
    {
      name: "Failed is the end",
      request: answered(""),
      observed: at("110", { lastOperation: { ...again, state: "Failed" } }),
      step: "failed",
    },
    {
      name: "a state newer than this build is no result",
      request: answered(""),
      observed: at("110", { lastOperation: { ...again, state: "Transcended" } }),
      step: "accepted",
    },
    { name: "the Shoot left the fleet", request: answered(""), observed: undefined, step: "gone" },
    {
      name: "another Shoot of the same name is not ours",
      request: answered(""),
      observed: { ...at("999"), uid: "u2" },
      step: "gone",
    },
  ])("$name", ({ request, observed, step }) => {
    expect(operationProgress(request, observed, 1_000).step).toBe(step);
  });

  test("a retry of a failed cluster does not take the old failure for its own", () => {
    const failed = {
      ...settled,
      lastOperation: { type: "Reconcile", state: "Failed", progress: 40, updatedAt: "2026-11-24T10:00:00Z" },
    };
    const request = answered("", { operation: "retry", before: failed });
    expect(operationProgress(request, { ...failed, resourceVersion: "101", observed: false }, 1).step).toBe("accepted");
  });

  test("without any sign it ends as not reported, not as success", () => {
    expect(operationProgress(answered(""), at("101"), noResultAfterMs).step).toBe("accepted");
    expect(operationProgress(answered(""), at("101"), noResultAfterMs + 1).step).toBe("no-result");
  });
});

describe("maintenance", () => {
  const request = answered("maintain", { operation: "maintain" });
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

  test("a reconciliation alone is no maintenance", () => {
    expect(operationProgress(request, at("103", { lastOperation: again }), 1).step).toBe("accepted");
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
    isUnderWay(operationProgress(request, settled, 1)),
  );
  expect(steps).toEqual([true, true, false]);
});
