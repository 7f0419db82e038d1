import { afterEach, describe, expect, it } from "vitest";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  readySeed,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { failTaskAnnotation } from "./client/injected-failures.ts";
import { describeWave, type GardenletFlow } from "./flows/flow.ts";
import { backupHandoverTask, planFlow } from "./flows/plan-flow.ts";

const now = new Date("2026-03-01T12:00:00Z");
const target = { resource: shoots, namespace: projectNamespace, name: "oak" };

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
        machine: { type: "m", image: { name: "gardenlinux", version: "1.0.0" } },
      },
    ],
  },
  maintenance: { timeWindow: { begin: "020000+0000", end: "030000+0000" } },
};

const profile = cloudProfileWith({
  kubernetes: { versions: [{ version: "1.34.1", classification: "supported" }] },
  machineImages: [
    { name: "gardenlinux", versions: [{ version: "1.0.0", architectures: ["amd64"], cri: [{ name: "containerd" }] }] },
  ],
  machineTypes: [{ name: "m" }],
});

let garden: SmallGarden;
const setToWork = controllersForTest();
let operations: {
  readonly type: string;
  readonly progress: number;
  readonly description: string;
  readonly seed: string;
}[];

/** A garden with one Shoot, and a log of all changes of its status. */
function plant(sketch: Partial<Shoot["status"]> & object = {}): void {
  const oak = reconciledShoot({ name: "oak", spec, status: { conditions: [], constraints: [], ...sketch } });
  garden = createSmallGarden(now, [profile, oak, readySeed("seed-b")]);
  setToWork(garden, { pace: 20, life: false });
  operations = [];
  garden.api.watch<Shoot>({ resource: shoots }, ({ object, type: event }) => {
    const { type = "", state, progress = 0, description = "" } = object.status?.lastOperation ?? {};
    if (event !== "MODIFIED" || state !== "Processing" || operations.at(-1)?.description === description) return;
    operations.push({ type, progress, description, seed: object.status?.seedName ?? "" });
  });
}

afterEach(() => garden.clock.stop());

/** Moves the Shoot through shoots/binding, after both Seeds got their backups. */
function bind(seedName: string): void {
  const backup = {
    provider: "local",
    credentialsRef: { apiVersion: "v1", kind: "Secret", namespace: "garden", name: "b" },
  };
  for (const name of ["seed-a", "seed-b"]) garden.api.patch({ resource: seeds, name }, { spec: { backup } });
  garden.api.patch({ ...target, subresource: "binding" }, { spec: { seedName } });
}

/** The status changes of flows of this type after the start patch, which is the first change. */
function reportsOf(type: string) {
  return operations.filter((operation) => operation.type === type).slice(1);
}

function expectEveryStep(type: string, { waves }: GardenletFlow): void {
  const reports = reportsOf(type);
  expect(reports.map(({ description }) => description)).toEqual(waves.map(describeWave));
  const progress = reports.map((report) => report.progress);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBeLessThan(100);
}

describe("a flow is reported task by task", () => {
  it("while a cluster falls asleep", async () => {
    plant();
    garden.patch("oak", { spec: { hibernation: { enabled: true } } });
    await garden.clock.advance(30_000);
    expect(garden.shoot("oak").status).toMatchObject({ hibernated: true, lastOperation: { state: "Succeeded" } });
    const asleep = { ...garden.shoot("oak"), status: { hibernated: false } };
    expectEveryStep("Reconcile", planFlow(asleep, "Reconcile"));
  });

  it("while it wakes up", async () => {
    plant({ hibernated: true });
    garden.patch("oak", { spec: { hibernation: { enabled: true } } });
    await garden.clock.advance(30_000);
    operations = [];
    garden.patch("oak", { spec: { hibernation: { enabled: false } } });
    await garden.clock.advance(40_000);
    expect(garden.shoot("oak").status).toMatchObject({ hibernated: false, lastOperation: { state: "Succeeded" } });
    expectEveryStep("Reconcile", planFlow(garden.shoot("oak"), "Reconcile"));
  });

  it("while it is deleted", async () => {
    plant();
    const flow = planFlow(garden.shoot("oak"), "Delete");
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    garden.api.delete(target);
    await garden.clock.advance(40_000);
    expect(garden.api.get(target)).toBeUndefined();
    expectEveryStep("Delete", flow);
  });

  it("while it moves to another seed: it is prepared on the one and restored on the other", async () => {
    plant();
    bind("seed-b");
    await garden.clock.advance(60_000);
    const { status } = garden.shoot("oak");
    expect(status).toMatchObject({ seedName: "seed-b", lastOperation: { type: "Restore", state: "Succeeded" } });
    expectEveryStep("Migrate", planFlow(garden.shoot("oak"), "Migrate"));
    expectEveryStep("Restore", planFlow(garden.shoot("oak"), "Restore"));
    expect(new Set(reportsOf("Migrate").map(({ seed }) => seed))).toEqual(new Set(["seed-a"]));
  });

  it("until its move fails on the seed that it leaves, where it then still is", async () => {
    plant();
    garden.patch("oak", { metadata: { annotations: { [failTaskAnnotation]: `${backupHandoverTask}:` } } });
    bind("seed-b");
    await garden.clock.advance(30_000);
    const { spec, status } = garden.shoot("oak");
    expect([spec.seedName, status?.seedName]).toEqual(["seed-b", "seed-a"]);
    expect(status?.lastOperation).toMatchObject({ type: "Migrate", state: "Error" });
    expect(status?.lastErrors?.map((error) => error?.taskID)).toEqual([backupHandoverTask]);
  });
});
