import { expect, test } from "vitest";
import type { ShootStatus } from "#lib/garden/shoot.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { predictControllerRetry } from "./predict-controller-retry.ts";

const failedAt = Date.UTC(2026, 10, 27, 12);

function throttled(status: Partial<ShootStatus> = {}) {
  return operationShootWith({
    metadata: { generation: 3 },
    status: {
      observedGeneration: 3,
      gardener: { version: "v1.149.0" },
      lastOperation: { type: "Delete", state: "Failed", lastUpdateTime: new Date(failedAt).toISOString() },
      lastErrors: [{ description: "too many calls", codes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }],
      ...status,
    },
  });
}

test("a Shoot that failed over a limit on calls, a deletion too, is retried 10 to 15 minutes later", () => {
  expect(predictControllerRetry(throttled())).toEqual({
    fromAt: failedAt + 10 * minuteMs,
    untilAt: failedAt + 15 * minuteMs,
  });
});

test.each<[string, Partial<ShootStatus>]>([
  ["of an earlier generation", { observedGeneration: 2 }],
  ["that is tried again anyway", { lastOperation: { type: "Reconcile", state: "Error" } }],
  ["with another code", { lastErrors: [{ description: "x", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] }],
])("a failure %s is not retried by the controller-manager", (_what, status) => {
  expect(predictControllerRetry(throttled(status))).toBeUndefined();
});
