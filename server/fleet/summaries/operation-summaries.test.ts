import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { demoObjects } from "#server/testing/demo-objects.ts";
import { createWatchedFleet } from "../create-watched-fleet.fixture.ts";

const now = new Date("2026-11-24T09:10:00Z");
const triggeredTime = "2026-11-24T09:11:00Z";
const description =
  'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.1" to "1.99.0". Reason: Kubernetes version expired - force update required';

/** A healthy cluster of the demo, and states of a maintenance that updates its control plane, as Gardener writes them. */
async function watchHealthyCluster(more: Partial<Shoot["status"]> = {}) {
  const objects = demoObjects(now, 0);
  const found = await createWatchedFleet(objects, now);
  const healthy = new Set(found.rows().flatMap(({ uid, next }) => (next.subject === "healthy" ? [uid] : [])));
  found.fleet.close();
  const shoot = objects.shoots.find(({ metadata: { uid = "" } }) => healthy.has(uid));
  if (!shoot?.status?.lastOperation) throw new Error("the demo has a healthy cluster");
  const { lastMaintenance: _, ...calm } = shoot.status;
  const first: Shoot = { ...shoot, status: { ...calm, ...more } };
  const generation = (shoot.metadata.generation ?? 0) + 1;
  const updated: Shoot = {
    ...shoot,
    metadata: { ...shoot.metadata, generation },
    spec: { ...shoot.spec, kubernetes: { ...shoot.spec.kubernetes, version: "1.99.0" } },
    status: { ...calm, lastMaintenance: { description, triggeredTime, state: "Succeeded" } },
  };
  const operation = (state: string, lastUpdateTime: string): Partial<Shoot["status"]> => ({
    observedGeneration: generation,
    lastOperation: { type: "Reconcile", state, lastUpdateTime },
  });
  const withStatus = (status: Partial<Shoot["status"]>): Shoot => ({
    ...updated,
    status: { ...updated.status, ...status },
  });
  return {
    uid: shoot.metadata.uid ?? "",
    watch: async (state: Shoot = first) => createWatchedFleet({ ...objects, shoots: [state] }, now),
    triggered: {
      ...first,
      status: { ...first.status, lastMaintenance: { ...updated.status?.lastMaintenance, state: "Processing" } },
    },
    updated,
    running: withStatus(operation("Processing", "2026-11-24T09:12:00Z")),
    succeeded: withStatus(operation("Succeeded", "2026-11-24T09:40:00Z")),
    failed: withStatus({
      ...operation("Failed", "2026-11-24T09:40:00Z"),
      lastErrors: [{ description: "no quota", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }],
    }),
  };
}

test("a maintenance in several events of the watch becomes one summary, once gardenlet has ended its work", async () => {
  const { uid, watch, triggered, updated, running, succeeded } = await watchHealthyCluster();
  const world = await watch();
  const { summaries } = world.fleet;
  for (const state of [triggered, updated, running]) {
    await world.putShoot(state);
    expect(summaries.recordsOf(uid)).toEqual([]);
  }
  expect(summaries.underWayOf(uid)?.summary.outcome).toEqual({ kind: "under-way" });
  await world.putShoot(succeeded);
  await world.putShoot({ ...succeeded, metadata: { ...succeeded.metadata, labels: { x: "y" } } });
  world.fleet.close();
  expect(summaries.underWayOf(uid)).toBeUndefined();
  expect(summaries.recordsOf(uid)).toMatchObject([
    {
      key: `maintenance ${triggeredTime}`,
      at: Date.parse("2026-11-24T09:40:00Z"),
      summary: { cause: { kind: "maintenance" }, outcome: { kind: "done" }, begunAt: triggeredTime },
    },
  ]);
});

test("a maintenance whose operation fails has one summary with the error codes", async () => {
  const { uid, watch, updated, running, failed } = await watchHealthyCluster();
  const world = await watch();
  for (const state of [updated, running, failed]) await world.putShoot(state);
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid).map(({ summary }) => summary.outcome)).toEqual([
    { kind: "failed", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] },
  ]);
});

test("a reconcile that changes nothing has no summary", async () => {
  const { uid, watch, succeeded } = await watchHealthyCluster();
  const world = await watch(succeeded);
  const generation = (succeeded.metadata.generation ?? 0) + 1;
  const { lastOperation } = succeeded.status ?? {};
  await world.putShoot({
    ...succeeded,
    metadata: { ...succeeded.metadata, generation },
    status: {
      ...succeeded.status,
      observedGeneration: generation,
      lastOperation: { ...lastOperation, lastUpdateTime: "2026-11-24T11:00:00Z" },
    },
  });
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid)).toHaveLength(1);
  expect(world.fleet.summaries.recordsOf(uid)[0]?.summary.outcome).toEqual({ kind: "unseen", failed: false });
});

test("after a start within a maintenance its end is told, and since when the cluster is seen", async () => {
  const { uid, watch, running, succeeded } = await watchHealthyCluster();
  const world = await watch(running);
  world.clock.jumpWall(5 * 60_000);
  expect(world.fleet.summaries.recordsOf(uid)).toEqual([]);
  await world.putShoot(succeeded);
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid)).toMatchObject([
    {
      key: `maintenance ${triggeredTime}`,
      summary: { outcome: { kind: "done" }, pools: [], firstSeenAt: "2026-11-24T09:10:00Z" },
    },
  ]);
});

test("an operation that goes on for half a day is told as under way, and its end as well", async () => {
  const { uid, watch, updated, running, succeeded } = await watchHealthyCluster();
  const world = await watch();
  await world.putShoot(updated);
  await world.putShoot(running);
  expect(world.fleet.summaries.knownOf(uid).late).toBeUndefined();
  world.clock.jumpWall(13 * hourMs);
  expect(world.fleet.summaries.knownOf(uid).late).toMatchObject({
    key: `maintenance ${triggeredTime} late`,
    at: now.getTime() + 12 * hourMs,
    summary: { outcome: { kind: "under-way" } },
  });
  await world.putShoot(succeeded);
  world.fleet.close();
  expect(world.fleet.summaries.knownOf(uid).late).toBeUndefined();
  expect(world.fleet.summaries.recordsOf(uid)).toHaveLength(1);
});

test("a refused maintenance is told at once", async () => {
  const { uid, watch, triggered } = await watchHealthyCluster();
  const world = await watch();
  const failureReason = 'Updates to the Shoot failed to be applied: Shoot "x" is invalid';
  const lastMaintenance = { description: "Maintenance failed", state: "Failed", triggeredTime, failureReason };
  await world.putShoot({ ...triggered, status: { ...triggered.status, lastMaintenance } });
  expect(world.fleet.summaries.recordsOf(uid).map(({ summary }) => summary.outcome)).toEqual([{ kind: "refused" }]);
  const generation = (triggered.metadata.generation ?? 0) + 1;
  const changed = { ...triggered, metadata: { ...triggered.metadata, generation } };
  const kubernetes = { ...triggered.spec.kubernetes, version: "1.99.0" };
  await world.putShoot({
    ...changed,
    spec: { ...triggered.spec, kubernetes },
    status: { ...triggered.status, lastMaintenance },
  });
  expect(world.fleet.summaries.recordsOf(uid)).toHaveLength(1);
  world.fleet.close();
});

const written = (shoot: Shoot, manager: string, time: string): Shoot => ({
  ...shoot,
  metadata: { ...shoot.metadata, managedFields: [{ manager, time, fieldsV1: { "f:spec": {} } }] },
});

function nextGeneration(shoot: Shoot): Shoot {
  return { ...shoot, metadata: { ...shoot.metadata, generation: (shoot.metadata.generation ?? 0) + 1 } };
}

test("a maintenance that fails and is carried out again is told again, with what came before the failure", async () => {
  const { uid, watch, updated, running, failed, succeeded } = await watchHealthyCluster();
  const world = await watch();
  for (const state of [updated, running, failed]) await world.putShoot(state);
  const retried = written(nextGeneration(failed), "kubectl-annotate", "2026-11-24T10:00:00Z");
  await world.putShoot(retried);
  const { generation = 0 } = retried.metadata;
  const lastOperation = { type: "Reconcile", state: "Succeeded", lastUpdateTime: "2026-11-24T10:20:00Z" };
  const status = { ...succeeded.status, observedGeneration: generation, lastOperation };
  await world.putShoot({ ...retried, status });
  world.fleet.close();
  const records = world.fleet.summaries.recordsOf(uid);
  expect(new Set(records.map(({ key }) => key)).size).toBe(2);
  expect(records.map(({ summary }) => summary)).toMatchObject([
    { outcome: { kind: "failed" } },
    {
      ...{ cause: { kind: "maintenance" }, outcome: { kind: "done" }, hasFailedBefore: true },
      changes: [{ kind: "version", to: "1.99.0", forced: true }],
      endedAt: "2026-11-24T10:20:00Z",
    },
  ]);
  expect(records[1]?.summary.alsoBy).toBeUndefined();
});

test("who changed the spec while maintenance ran is named, also if Gardener wrote last", async () => {
  const { uid, watch, updated, running, succeeded } = await watchHealthyCluster();
  const world = await watch();
  const labels = { edited: "yes" };
  const edit = (shoot: Shoot): Shoot => ({
    ...shoot,
    spec: {
      ...shoot.spec,
      provider: {
        ...shoot.spec.provider,
        workers: (shoot.spec.provider?.workers ?? []).map((pool) => ({ ...pool, labels })),
      },
    },
  });
  await world.putShoot(updated);
  const edited = written(nextGeneration(edit(running)), "terraform", "2026-11-24T09:13:00Z");
  await world.putShoot(edited);
  const { generation = 0 } = edited.metadata;
  await world.putShoot({ ...edited, metadata: { ...edited.metadata, managedFields: [] } });
  await world.putShoot({ ...edited, status: { ...succeeded.status, observedGeneration: generation } });
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid).map(({ summary }) => summary)).toMatchObject([
    { cause: { kind: "maintenance" }, alsoBy: ["terraform"], outcome: { kind: "done" } },
  ]);
});

test("an operation under way hours after a maintenance is not taken for its own", async () => {
  const { uid, watch, running, succeeded } = await watchHealthyCluster();
  const earlier = (shoot: Shoot): Shoot => ({
    ...shoot,
    status: {
      ...shoot.status,
      lastMaintenance: { description, state: "Succeeded", triggeredTime: "2026-11-24T01:00:00Z" },
    },
  });
  const world = await watch(earlier(running));
  await world.putShoot(earlier(succeeded));
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid).map(({ summary }) => summary.outcome)).toEqual([
    { kind: "unseen", failed: false },
  ]);
});

test("a change goes on while a maintenance is refused, and both are told", async () => {
  const { uid, watch, running, succeeded } = await watchHealthyCluster();
  const failureReason = 'Updates to the Shoot failed to be applied: Shoot "x" is invalid';
  const lastMaintenance = { description: "Maintenance failed", state: "Failed", triggeredTime, failureReason };
  const during = (shoot: Shoot, last?: typeof lastMaintenance): Shoot => {
    const { lastMaintenance: _, ...status } = shoot.status ?? {};
    const { metadata } = written(shoot, "terraform", "2026-11-24T09:10:30Z");
    return { ...shoot, metadata, status: { ...status, ...(last && { lastMaintenance: last }) } };
  };
  const world = await watch();
  await world.putShoot(during(running));
  await world.putShoot(during(running, lastMaintenance));
  await world.putShoot(during(succeeded, lastMaintenance));
  world.fleet.close();
  expect(world.fleet.summaries.recordsOf(uid).map(({ summary }) => summary)).toMatchObject([
    { cause: { kind: "maintenance" }, outcome: { kind: "refused" }, changes: [] },
    {
      ...{ cause: { kind: "change", by: "terraform" }, outcome: { kind: "done" } },
      changes: [{ kind: "version", to: "1.99.0", forced: false }],
    },
  ]);
});
