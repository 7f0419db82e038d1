import { describe, expect, it } from "vitest";
import { namespaceObject } from "#garden/api/core/core-objects.ts";
import { collectionKeyOf } from "#garden/api/store/store.ts";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  accountCredentialsBinding,
  accountSecret,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  type ReconciledShootInput,
  readySeed,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { type Bastion, bastionResource } from "../../kinds/bastion.ts";

const now = new Date("2026-03-02T10:00:00Z");
const operation = "gardener.cloud/operation";
const stop = "shoot.gardener.cloud/emergency-stop-reconciliations";
const profile = cloudProfileWith({
  kubernetes: { versions: [{ version: "1.34.1" }] },
  machineImages: [
    { name: "gardenlinux", versions: [{ version: "1.0.0", architectures: ["amd64"], cri: [{ name: "containerd" }] }] },
  ],
  machineTypes: [{ name: "m" }],
});
const spec: ShootSpec = {
  credentialsBindingName: "account",
  region: "here",
  kubernetes: { version: "1.34.1" },
  provider: {
    type: "local",
    workers: [
      {
        name: "pool",
        minimum: 1,
        maximum: 3,
        machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
      },
    ],
  },
  maintenance: { timeWindow: { begin: "020000+0000", end: "030000+0000" } },
};

const setToWork = controllersForTest();

async function plant(
  sketch: Partial<ReconciledShootInput> = {},
  more: readonly KubeObject[] = [],
): Promise<SmallGarden> {
  const oak = reconciledShoot({ name: "oak", spec, ...sketch });
  const garden = createSmallGarden(now, [
    profile,
    accountSecret,
    accountCredentialsBinding,
    readySeed("seed-b"),
    oak,
    ...more,
  ]);
  setToWork(garden, { pace: 20, life: false });
  await garden.clock.advance(1_000);
  return garden;
}

function annotate(garden: SmallGarden, annotations: Readonly<Record<string, string | null>>): void {
  garden.patch("oak", { metadata: { annotations } });
}

function annotateSeed(garden: SmallGarden, annotations: Readonly<Record<string, string | null>>): void {
  garden.api.patch({ resource: seeds, name: "seed-a" }, { metadata: { annotations } });
}

function setSeed(garden: SmallGarden, type: string, status: string): void {
  const seed = garden.api.get<Seed>({ resource: seeds, name: "seed-a" }) ?? readySeed("seed-a");
  const conditions = seed.status?.conditions?.map((one) => (one?.type === type ? { ...one, status } : one));
  garden.api.updateStatus<Seed>(
    { resource: seeds, name: "seed-a" },
    {
      ...seed,
      status: { ...seed.status, conditions: conditions ?? [] },
    },
  );
}

const lastOperation = (garden: SmallGarden) => garden.shoot("oak").status?.lastOperation;
const isThere = (garden: SmallGarden) =>
  garden.api.get({ resource: shoots, namespace: projectNamespace, name: "oak" }) !== undefined;

async function askToDelete(garden: SmallGarden): Promise<void> {
  annotate(garden, { "confirmation.gardener.cloud/deletion": "true" });
  garden.api.delete({ resource: shoots, namespace: projectNamespace, name: "oak" });
  await garden.clock.advance(60_000);
}

describe("a Seed whose reconciliations are stopped", () => {
  it("holds changes and deletions back, and takes them up within an hour after the stop is lifted", async () => {
    const garden = await plant();
    annotateSeed(garden, { [stop]: "true" });
    await garden.clock.advance(1_000);
    const told = garden.api.get<Seed>({ resource: seeds, name: "seed-a" })?.status?.conditions;
    expect(told?.map((condition) => condition?.type)).toContain("EmergencyStopShootReconciliations");
    await askToDelete(garden);
    await garden.clock.advance(3 * hourMs);
    expect(lastOperation(garden)?.type).toBe("Reconcile");
    annotateSeed(garden, { [stop]: null });
    await garden.clock.advance(hourMs);
    expect(isThere(garden)).toBe(false);
  });

  it("lets a Shoot go of which nothing was built", async () => {
    const garden = await plant({ status: { uid: "", technicalID: "", lastOperation: { state: "Pending" } } });
    annotateSeed(garden, { [stop]: "true" });
    await askToDelete(garden);
    expect(isThere(garden)).toBe(false);
  });
});

describe("a Shoot that is told to be ignored", () => {
  const annotations = { "shoot.gardener.cloud/ignore": "true" };
  const { metadata, ...rest } = reconciledShoot({ name: "elm", spec, annotations });
  const elm: Shoot = { ...rest, metadata: { ...metadata, namespace: "garden" } };
  const target = { resource: shoots, namespace: "garden", name: "elm" };

  it("stands still in the namespace garden, and the end of the annotation alone does not move it", async () => {
    const garden = await plant({}, [namespaceObject({ name: "garden" }), elm]);
    garden.api.patch(target, { metadata: { annotations: { [operation]: "reconcile" } } });
    await garden.clock.advance(hourMs);
    const generation = () => garden.api.get<Shoot>(target)?.metadata.generation;
    expect(garden.api.get<Shoot>(target)?.status?.observedGeneration).toBe((generation() ?? 0) - 1);
    garden.api.patch(target, { metadata: { annotations: { "shoot.gardener.cloud/ignore": null } } });
    await garden.clock.advance(hourMs);
    expect(garden.api.get<Shoot>(target)?.status?.observedGeneration).toBe((generation() ?? 0) - 1);
    garden.api.patch(target, { metadata: { annotations: { [operation]: "reconcile" } } });
    await garden.clock.advance(60_000);
    expect(garden.api.get<Shoot>(target)?.status?.observedGeneration).toBe(generation());
  });

  it("is reconciled elsewhere all the same", async () => {
    const garden = await plant({ annotations });
    annotate(garden, { [operation]: "reconcile" });
    await garden.clock.advance(60_000);
    expect(garden.shoot("oak").status?.observedGeneration).toBe(2);
  });
});

describe("a Seed that is not ready", () => {
  it("makes its Shoots wait in Error, and every 15 seconds they are asked about again", async () => {
    const garden = await plant();
    setSeed(garden, "SeedSystemComponentsHealthy", "False");
    annotate(garden, { [operation]: "reconcile" });
    await garden.clock.advance(1_000);
    expect(lastOperation(garden)).toMatchObject({
      state: "Error",
      description: expect.stringMatching(/^Shoot cannot be reconciled on seed: .* Operation will be retried\.$/),
    });
    const waiting = garden.shoot("oak");
    await garden.clock.advance(hourMs);
    expect(garden.shoot("oak")).toBe(waiting);
    setSeed(garden, "SeedSystemComponentsHealthy", "True");
    await garden.clock.advance(30_000);
    expect(lastOperation(garden)?.state).toBe("Succeeded");
  });
});

describe("Bastions", () => {
  it("hold a deletion back as Failed until the last of them is gone", async () => {
    const bastion: Bastion = {
      apiVersion: "operations.gardener.cloud/v1alpha1",
      kind: "Bastion",
      metadata: { name: "way-in", namespace: projectNamespace, uid: "bastion", finalizers: ["provider"] },
      spec: { shootRef: { name: "oak" } },
    };
    const garden = await plant({}, [bastion]);
    await askToDelete(garden);
    expect(lastOperation(garden)).toMatchObject({
      type: "Delete",
      state: "Failed",
      description: "shoot has still Bastions",
    });
    expect(garden.shoot("oak").status?.observedGeneration).toBe(1);
    const target = { resource: bastionResource, namespace: projectNamespace, name: "way-in" };
    expect(garden.api.get(target)?.metadata.deletionTimestamp).toBeDefined();
    garden.api.patch(target, { metadata: { finalizers: null } });
    await garden.clock.advance(10 * 60_000);
    expect(isThere(garden)).toBe(false);
  });
});

describe("a move to another Seed", () => {
  it("waits until the destination is ready, and then goes there", async () => {
    const garden = await plant();
    const unready = readySeed("seed-b");
    garden.api.updateStatus<Seed>(
      { resource: seeds, name: "seed-b" },
      {
        ...unready,
        status: { ...unready.status, gardener: { id: "b", name: "b", version: "v1.148.0" } },
      },
    );
    const { metadata, ...oak } = garden.shoot("oak");
    const moved = { ...oak, metadata: { ...metadata, generation: 2 }, spec: { ...oak.spec, seedName: "seed-b" } };
    garden.store.put(collectionKeyOf(shoots), moved); // as the binding subresource would
    await garden.clock.advance(60_000);
    expect(garden.shoot("oak").status?.constraints).toContainEqual(
      expect.objectContaining({ type: "ReadyForMigration", status: "False", reason: "DestinationSeedUnready" }),
    );
    expect(lastOperation(garden)?.type).toBe("Reconcile");
    garden.api.updateStatus<Seed>({ resource: seeds, name: "seed-b" }, readySeed("seed-b"));
    await garden.clock.advance(10 * 60_000);
    expect(garden.shoot("oak").status).toMatchObject({
      seedName: "seed-b",
      lastOperation: { type: "Restore", state: "Succeeded" },
    });
    expect(garden.shoot("oak").status?.constraints?.map((one) => one?.type)).not.toContain("ReadyForMigration");
  });
});

describe("a gardenlet that falls silent", () => {
  it("takes nothing up; its Seed and its Shoots are no longer known, until it is heard again and restarts", async () => {
    const conditions = [{ type: "APIServerAvailable", status: "True" }];
    const garden = await plant({ status: { conditions, constraints: [] } });
    annotateSeed(garden, { "almanac.garden/silent-since": garden.clock.now().toISOString() });
    annotate(garden, { [operation]: "reconcile" });
    const ready = () =>
      garden.api
        .get<Seed>({ resource: seeds, name: "seed-a" })
        ?.status?.conditions?.find((condition) => condition?.type === "GardenletReady")?.status;
    await garden.clock.advance(30_000);
    expect(ready()).toBe("True");
    await garden.clock.advance(20_000);
    expect(ready()).toBe("Unknown");
    expect(garden.shoot("oak").status?.conditions?.[0]?.status).toBe("True");
    await garden.clock.advance(220_000);
    expect(new Set(garden.shoot("oak").status?.conditions?.map((one) => one?.status))).toEqual(new Set(["Unknown"]));
    expect(lastOperation(garden)?.state).toBe("Succeeded");
    expect(garden.shoot("oak").status?.observedGeneration).toBe(1);
    annotateSeed(garden, { "almanac.garden/silent-since": null });
    await garden.clock.advance(60_000);
    expect(ready()).toBe("True");
    expect(garden.shoot("oak").status?.observedGeneration).toBe(2);
    expect(new Set(garden.shoot("oak").status?.conditions?.map((one) => one?.status))).toEqual(new Set(["True"]));
  });
});
