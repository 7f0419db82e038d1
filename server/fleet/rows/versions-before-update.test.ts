import { expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { demoObjects } from "#server/testing/demo-objects.ts";
import { createWatchedFleet } from "../create-watched-fleet.fixture.ts";
import { versionsBeforeUpdate } from "./versions-before-update.ts";

const kubernetes = (version: string) => ({ version, classification: "supported" });
const images = sampleFleetRow().images.map(({ name, version, pools }) => ({ name, version, pools }));
const from = (version: string) => ({ versionsBefore: { kubernetes: version, pinnedPools: [], images } });
const settled = (version: string, more: Partial<FleetRow> = {}) =>
  sampleFleetRow({
    kubernetes: kubernetes(version),
    lastOperation: { type: "Reconcile", state: "Succeeded" },
    ...more,
  });
const running = (version: string, more: Partial<FleetRow> = {}) =>
  settled(version, { lastOperation: { type: "Reconcile", state: "Processing" }, ...more });
const written = (version: string) => settled(version, { next: { subject: "change-pending", turn: "Gardener" } });
const failed = (version: string, more: Partial<FleetRow> = {}) =>
  settled(version, {
    next: { subject: "failed", turn: "you" },
    lastOperation: { type: "Reconcile", state: "Failed" },
    ...more,
  });

test.each<[string, FleetRow, FleetRow | undefined, string | undefined]>([
  ["a written version that no operation has taken up", written("1.33.1"), settled("1.32.1"), "1.32.1"],
  ["an operation", running("1.33.1"), settled("1.32.1"), "1.32.1"],
  ["an operation that goes on", running("1.33.1"), running("1.33.1", from("1.32.1")), "1.32.1"],
  ["an operation that failed", failed("1.33.1"), running("1.33.1", from("1.32.1")), "1.32.1"],
  ["a second change meanwhile", written("1.33.2"), running("1.33.1", from("1.32.1")), "1.32.1"],
])("the version before an update is kept during %s", (_, row, held, before) => {
  expect(versionsBeforeUpdate(row, held)?.kubernetes).toBe(before);
});

test.each<[string, FleetRow, FleetRow | undefined]>([
  ["the operation has succeeded", settled("1.33.1"), running("1.33.1", from("1.32.1"))],
  ["the version is taken back", written("1.32.1"), running("1.33.1", from("1.32.1"))],
  ["an operation changes something else", running("1.33.1"), settled("1.33.1")],
  ["the cluster is read for the first time, so that nothing is known", running("1.33.1"), undefined],
  ["the version before was not rolled out either", running("1.33.2"), running("1.33.1")],
  ["no version was written before", running("1.33.1"), settled("")],
])("no version before is told when %s", (_, row, held) => {
  expect(versionsBeforeUpdate(row, held)).toBeUndefined();
});

test("images and pools with their own version are kept as they were, too", () => {
  const [pool] = settled("1.33.1").images;
  if (pool === undefined) throw new Error("the sample has an image");
  const pinnedPools = [{ pool: "data", version: "1.32.1" }];
  const held = settled("1.33.1", { pinnedPools });
  const image = { name: pool.name, version: pool.version, pools: pool.pools };
  const row = running("1.33.1", { pinnedPools, images: [{ ...pool, version: "1877.6.0" }] });
  expect(versionsBeforeUpdate(row, held)).toEqual({ kubernetes: "1.33.1", pinnedPools, images: [image] });
  expect(versionsBeforeUpdate(settled("1.33.1"), row)).toBeUndefined();
});

test("from the write of a version until Gardener has rolled it out, the list has both versions", async () => {
  const now = new Date("2026-11-24T09:10:00Z");
  const objects = demoObjects(now, 0);
  const world = await createWatchedFleet(objects, now);
  const rowOf = (uid: string | undefined) => world.rows().find((row) => row.uid === uid);
  const shoot = objects.shoots.find(({ metadata }) => rowOf(metadata.uid)?.next.subject === "healthy");
  if (shoot?.status?.lastOperation === undefined) throw new Error("the demo has a healthy cluster");
  const { metadata, spec, status } = shoot;
  const before = spec.kubernetes.version;
  const generation = (metadata.generation ?? 0) + 1;
  const changed = {
    ...shoot,
    metadata: { ...metadata, generation },
    spec: { ...spec, kubernetes: { ...spec.kubernetes, version: "1.99.0" } },
  };
  const told: (string | undefined)[] = [rowOf(metadata.uid)?.versionsBefore?.kubernetes];
  for (const [observedGeneration, state] of [
    [generation - 1, "Succeeded"],
    [generation, "Processing"],
    [generation, "Succeeded"],
  ] as const) {
    const lastOperation = { ...status.lastOperation, type: "Reconcile", state };
    await world.putShoot({ ...changed, status: { ...status, observedGeneration, lastOperation } });
    told.push(rowOf(metadata.uid)?.versionsBefore?.kubernetes);
  }
  world.fleet.close();
  expect(told).toEqual([undefined, before, before, undefined]);
});

test("a cluster that confines changes to its window has both versions until the window has brought them", async () => {
  const now = new Date("2026-11-24T09:10:00Z");
  const objects = demoObjects(now, 0);
  const world = await createWatchedFleet(objects, now);
  const rowOf = (uid: string | undefined) => world.rows().find((row) => row.uid === uid);
  const shoot = objects.shoots.find(({ metadata }) => rowOf(metadata.uid)?.next.subject === "healthy");
  if (shoot?.status?.lastOperation === undefined) throw new Error("the demo has a healthy cluster");
  const { metadata, spec, status } = shoot;
  const { lastOperation } = shoot.status;
  const put = async (version: string, writtenAt: string, rolledOutAt: string) => {
    await world.putShoot({
      ...shoot,
      // Gardener keeps the generation while changes wait for the window.
      metadata: { ...metadata, managedFields: [{ time: writtenAt, fieldsV1: { "f:spec": {} } }] },
      spec: {
        ...spec,
        kubernetes: { ...spec.kubernetes, version },
        maintenance: { ...spec.maintenance, confineSpecUpdateRollout: true },
      },
      status: { ...status, lastOperation: { ...lastOperation, state: "Succeeded", lastUpdateTime: rolledOutAt } },
    });
    return rowOf(metadata.uid)?.versionsBefore?.kubernetes;
  };
  const before = spec.kubernetes.version;
  expect(await put(before, "2026-11-24T06:00:00Z", "2026-11-24T07:00:00Z")).toBeUndefined();
  expect(await put("1.99.0", "2026-11-24T08:00:00Z", "2026-11-24T07:00:00Z")).toBe(before);
  expect(await put("1.99.0", "2026-11-24T08:00:00Z", "2026-11-24T09:00:00Z")).toBeUndefined();
  world.fleet.close();
});
