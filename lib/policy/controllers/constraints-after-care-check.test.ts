import { describe, expect, test } from "vitest";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { constraintsAfterCareCheck } from "./constraints-after-care-check.ts";

const nowMs = Date.UTC(2026, 10, 27, 12);
const types = (hibernated: boolean, lastCompletionTime: string) =>
  constraintsAfterCareCheck(
    operationShootWith({
      spec: {
        hibernation: { enabled: hibernated, schedules: [{ start: "0 20 * * *", end: "0 7 * * *" }] },
        maintenance: {
          timeWindow: { begin: "220000+0000", end: "230000+0000" },
          autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "168h0m0s" } } },
        },
      },
      status: { hibernated, credentials: { rotation: { etcdEncryptionKey: { lastCompletionTime } } } },
    }),
    "runs",
    nowMs,
  ).map(({ type }) => type);

describe("an etcd key that is due while the cluster sleeps in its windows", () => {
  const constraint = "AutomaticCredentialsRotationPossible";

  test("is a constraint of a cluster that is awake, and of one that sleeps", () => {
    expect(types(false, "2026-11-20T11:59:59Z")).toContain(constraint);
    expect(types(true, "2026-11-20T11:59:59Z")).toContain(constraint);
  });

  test("is none before its period has passed", () => {
    expect(types(false, "2026-11-20T12:00:00Z")).not.toContain(constraint);
  });
});

test("a cluster without pools waits for no update of machines in place", () => {
  const pending = { inPlaceUpdates: { pendingWorkerUpdates: { manualInPlaceUpdate: ["first"] } } };
  const workerless = operationShootWith({ spec: { provider: { type: "local", workers: [] } }, status: pending });
  expect(constraintsAfterCareCheck(workerless, "runs", nowMs).map(({ type }) => type)).not.toContain(
    "ManualInPlaceWorkersUpdated",
  );
});
