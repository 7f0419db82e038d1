import { describe, expect, it, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import etcdHibernated from "#lib/testing/reports/etcd-hibernated.json" with { type: "json" };
import etcdWaking from "#lib/testing/reports/etcd-waking.json" with { type: "json" };
import failedWithUpdate from "#lib/testing/reports/failed-with-update.json" with { type: "json" };
import ignored from "#lib/testing/reports/ignored.json" with { type: "json" };
import selfTermination from "#lib/testing/reports/self-termination.json" with { type: "json" };
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { forecastWindow, type WindowFacts } from "./forecast-window.ts";

const nowMs = Date.parse("2026-11-27T06:00:00Z");
// The maintenance window of the reported clusters in UTC is 22:00 to 22:45.
const span = { beginAt: Date.parse("2026-11-27T21:00:00Z"), usableEndAt: Date.parse("2026-11-27T21:45:00Z") };

/** A Shoot that is scheduled, created and up to date, as reported in a bug. */
function stored(
  { shoots: [shoot] }: { readonly shoots: readonly Shoot[] },
  more: Partial<Shoot["metadata"]> = {},
): Shoot {
  if (shoot === undefined) throw new Error("no Shoot");
  const { metadata, spec, status } = shoot;
  return {
    metadata: { generation: 4, creationTimestamp: "2026-10-01T00:00:00Z", ...metadata, ...more },
    spec: { ...spec, seedName: "aws-eu1" },
    status: { uid: "1-2-3", seedName: "aws-eu1", observedGeneration: 4, ...status },
  };
}

function runOf(shoot: Shoot, more: Partial<WindowFacts> = {}) {
  const outlook = forecastWindow(shoot, span, { view: {}, steps: "none", changesHeld: false, nowMs, ...more });
  if (outlook.outcome !== "runs") throw new Error(`no run: ${outlook.because}`);
  return outlook;
}

function withOperation(shoot: Shoot, type: string, state: string): Shoot {
  return { ...shoot, status: { ...shoot.status, lastOperation: { type, state } } };
}

describe("a rotation of the etcd encryption key that is due", () => {
  it("is skipped while the cluster sleeps, and the rest of the run goes on", () => {
    const run = runOf(stored(etcdHibernated));
    expect(run.rotations).toMatchObject([{ family: "etcdEncryptionKey", outcome: "skipped-asleep", certain: true }]);
    expect(run).toMatchObject({ refused: undefined, rollout: { id: "reconciles" } });
  });
  it("has the whole run refused while the cluster sleeps, before 1.149", () => {
    const rules = gardenerRulesOfRelease({ minor: 148, patch: 0, dev: false });
    expect(runOf(stored(etcdHibernated), { rules }).refused).toMatchObject({ id: "hibernated" });
  });
  it("has the whole run refused while the cluster wakes up", () => {
    expect(runOf(stored(etcdWaking)).refused).toEqual({ id: "waking-up", operation: "rotate-etcd-encryption-key" });
  });
  it("is started in a cluster that its schedule wakes up before the window", () => {
    const shoot = stored(etcdHibernated);
    const schedules = [{ end: "0 8 * * *", location: "UTC" }];
    const woken = { ...shoot, spec: { ...shoot.spec, hibernation: { enabled: true, schedules } } };
    expect(runOf(woken).rotations).toMatchObject([{ outcome: "started", certain: true }]);
  });
  it("is skipped in a cluster that its schedule sends to sleep before the window", () => {
    const shoot = stored(etcdWaking);
    const schedules = [{ start: "0 20 * * *", location: "UTC" }];
    const asleep: Shoot = {
      ...shoot,
      spec: { ...shoot.spec, hibernation: { enabled: false, schedules } },
      status: { ...shoot.status, hibernated: false },
    };
    expect(runOf(asleep)).toMatchObject({ refused: undefined, rotations: [{ outcome: "skipped-asleep" }] });
  });
  it("is reported as failed where one is under way", () => {
    const shoot = stored(etcdWaking);
    const rotation = {
      etcdEncryptionKey: { ...shoot.status?.credentials?.rotation?.etcdEncryptionKey, phase: "Prepared" },
    };
    const busy = { ...shoot, status: { ...shoot.status, hibernated: false, credentials: { rotation } } };
    expect(runOf(busy)).toMatchObject({ refused: undefined, rotations: [{ outcome: "failed", certain: true }] });
  });
  it("does not take place in a Failed cluster, to which a run sets no operation", () => {
    expect(runOf(withOperation(stored(etcdWaking), "Reconcile", "Failed"))).toMatchObject({
      refused: undefined,
      rotations: [],
    });
  });
});

describe("a Failed cluster that is up to date", () => {
  const failed = stored(failedWithUpdate);
  it("is tried again in the window when a version changes, without a retry", () => {
    expect(runOf(failed, { steps: "certain" }).rollout).toEqual({ id: "retries-by-version", certain: true });
  });
  it("stays Failed when no version changes", () => {
    expect(runOf(failed).rollout).toEqual({ id: "stays-failed" });
  });
  it("stays Failed where changes are confined, with a specification ahead of the cluster", () => {
    const maintenance = { ...failed.spec.maintenance, confineSpecUpdateRollout: true };
    const confined = { ...failed, spec: { ...failed.spec, maintenance } };
    expect(runOf(confined, { steps: "certain" }).rollout).toEqual({ id: "stays-failed" });
  });
  it("is retried where an annotation asks the run for it", () => {
    const annotations = { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" };
    expect(runOf(stored(failedWithUpdate, { annotations })).rollout).toEqual({ id: "retries" });
  });
  it("is tried before the window when its generation is newer", () => {
    expect(runOf(stored(failedWithUpdate, { generation: 5 })).rollout).toEqual({ id: "reconciles-unless-failed" });
  });
});

test("a cluster that Gardener is told to ignore is maintained, and nothing of it is rolled out", () => {
  expect(runOf(stored(ignored)).rollout).toMatchObject({ id: "held", hold: { id: "ignored" } });
});

test("a cluster on a Seed that is stopped or silent is maintained, and nothing of it is rolled out", () => {
  const held = (facts: object) =>
    runOf(stored(failedWithUpdate), { view: { seed: { name: "aws-eu1", stopped: false, ...facts } } }).rollout;
  expect(held({ stopped: true })).toMatchObject({ id: "held", hold: { id: "seed-stopped" } });
  expect(held({ silentSince: "2026-11-27T05:00:00Z" })).toMatchObject({ id: "held", hold: { id: "seed-silent" } });
});

test("a run sets no operation before Gardener has begun with the cluster", () => {
  const shoot = stored(failedWithUpdate);
  expect(runOf({ ...shoot, status: { ...shoot.status, lastOperation: null } }).rollout).toEqual({
    id: "sets-no-operation",
  });
});

test("a run is refused while the control plane moves", () => {
  const moving = withOperation(stored(failedWithUpdate), "Migrate", "Processing");
  expect(runOf(moving).refused).toEqual({ id: "migration-or-restore" });
});

test("a scheduled operation that a sleeping cluster forbids has the whole run refused", () => {
  const annotations = { "maintenance.gardener.cloud/operation": "rotate-credentials-start" };
  expect(runOf(stored(etcdHibernated, { annotations })).refused).toBeDefined();
});

test("changes that are held go with the run, and those with a newer generation begin now", () => {
  const shoot = withOperation(stored(failedWithUpdate), "Reconcile", "Succeeded");
  const confined = { ...shoot, spec: { ...shoot.spec, maintenance: { confineSpecUpdateRollout: true } } };
  expect(runOf(confined, { changesHeld: true }).changes).toBe("with-the-run");
  expect(runOf({ ...confined, metadata: { ...confined.metadata, generation: 5 } }).changes).toBe("now");
});

test.each([
  ["2026-11-27T20:00:00Z", { outcome: "none", because: "lifetime-ends", at: Date.parse("2026-11-27T20:00:00Z") }],
  ["2026-11-27T21:30:00Z", { outcome: "runs", endsAt: Date.parse("2026-11-27T21:30:00Z") }],
  ["2026-11-28T20:00:00Z", { outcome: "runs", endsAt: undefined }],
])("a lifetime that ends at %s decides whether the window still maintains the cluster", (end, expected) => {
  const shoot = stored(failedWithUpdate, { annotations: { "shoot.gardener.cloud/expiration-timestamp": end } });
  const facts = { view: {}, steps: "none", changesHeld: false, nowMs } as const;
  expect(forecastWindow(shoot, span, facts)).toMatchObject(expected);
});

test("a cluster that a quota deletes is maintained in the windows before that, and in none after", () => {
  const shoot = stored(selfTermination);
  const end = Date.parse(shoot.metadata.annotations?.["shoot.gardener.cloud/expiration-timestamp"] ?? "");
  const windowAt = (beginAt: number) =>
    forecastWindow(
      shoot,
      { beginAt, usableEndAt: beginAt + 45 * 60_000 },
      { view: {}, steps: "none", changesHeld: false, nowMs },
    );
  expect(windowAt(end - 24 * 3_600_000)).toMatchObject({ outcome: "runs", endsAt: undefined });
  expect(windowAt(end + 3_600_000)).toEqual({ outcome: "none", because: "lifetime-ends", at: end });
});

test("a cluster in deletion is not maintained", () => {
  const shoot = stored(failedWithUpdate, { deletionTimestamp: "2026-11-27T05:00:00Z" });
  expect(forecastWindow(shoot, span, { view: {}, steps: "none", changesHeld: false, nowMs })).toEqual({
    outcome: "none",
    because: "deleting",
  });
});
