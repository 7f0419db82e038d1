import { describe, expect, it } from "vitest";
import type { ConfigMap, Secret } from "#garden/api/core/core-objects.ts";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
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
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  configMaps,
  credentialsBindings,
  namespacedCloudProfiles,
  secrets,
  seeds,
  shoots,
} from "#lib/kube/resource.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { shootSpecWithApiDefaults } from "../admission/shoot-spec-with-api-defaults.ts";
import type { CredentialsBinding } from "../kinds/bindings.ts";

const now = new Date("2026-03-02T10:00:00Z");
const operation = "gardener.cloud/operation";
const cri = [{ name: "containerd" }];
const inPlaceUpdates = { supported: true, minVersionForUpdate: "1.0.0" };
const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [{ version: "1.33.2", expirationDate: "2026-03-10T00:00:00Z" }, { version: "1.34.1" }],
  },
  machineImages: [
    {
      name: "gardenlinux",
      updateStrategy: "major",
      versions: ["1.0.0", "2.0.0"].map((version) => ({ version, cri, architectures: ["amd64"], inPlaceUpdates })),
    },
  ],
  machineTypes: [{ name: "m" }],
  regions: [{ name: "here" }],
};

function pool(more: Partial<Worker> = {}): Worker {
  return {
    name: "pool",
    minimum: 1,
    maximum: 3,
    maxSurge: 1,
    maxUnavailable: 0,
    machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
    ...more,
  };
}

function specOf(more: Partial<ShootSpec> = {}): ShootSpec {
  return {
    credentialsBindingName: "account",
    region: "here",
    networking: { type: "calico" },
    kubernetes: { version: "1.34.1" },
    provider: { type: "local", workers: [pool()] },
    maintenance: { timeWindow: { begin: "020000+0000", end: "030000+0000" } },
    ...more,
  };
}

const setToWork = controllersForTest();

function plant(sketch: Partial<ReconciledShootInput> = {}, more: readonly KubeObject[] = []): SmallGarden {
  const condition = {
    type: "EveryNodeReady",
    status: "True",
    reason: "EveryNodeReady",
    message: "All nodes are ready.",
  };
  const oak = reconciledShoot({
    name: "oak",
    ...sketch,
    spec: shootSpecWithApiDefaults(
      { metadata: { name: "oak" }, spec: sketch.spec ?? specOf() },
      landscapeGardenerRules,
    ),
    status: { conditions: [condition], constraints: [], ...sketch.status },
  });
  const garden = createSmallGarden(now, [cloudProfileWith(profile), oak, ...more]);
  setToWork(garden, { pace: 20 });
  return garden;
}

function withImage(version: string, more: Partial<Worker> = {}): object {
  const { machine, ...rest } = pool(more);
  return {
    spec: { provider: { workers: [{ ...rest, machine: { ...machine, image: { name: "gardenlinux", version } } }] } },
  };
}

async function ask(garden: SmallGarden, value: string, seconds = 60): Promise<Shoot> {
  garden.patch("oak", { metadata: { annotations: { [operation]: value } } });
  await garden.clock.advance(seconds * 1000);
  return garden.shoot("oak");
}

const seconds = (count: number): number => count * 1000;

describe("worker pools", () => {
  it("are rolled when their image changes: it takes longer, and the nodes are not all ready meanwhile", async () => {
    const garden = plant();
    await garden.clock.advance(seconds(1));
    const reasons = new Set<string | undefined>();
    garden.api.watch<Shoot>({ resource: shoots }, ({ object }) => {
      reasons.add(object.status?.conditions?.find((one) => one?.type === "EveryNodeReady")?.reason);
    });
    garden.patch("oak", withImage("2.0.0"));
    await garden.clock.advance(seconds(13));
    expect(garden.shoot("oak").status?.lastOperation?.state).toBe("Processing");
    await garden.clock.advance(seconds(20));
    const done = garden.shoot("oak");
    expect(done.status?.lastOperation).toMatchObject({ state: "Succeeded", progress: 100 });
    expect(reasons).toContain("NodesRollOutScalingUp");
    expect(done.status?.conditions?.[0]).toMatchObject({ status: "True", reason: "EveryNodeReady" });
  });

  it("are not rolled by a change of their size", async () => {
    const garden = plant();
    await garden.clock.advance(seconds(1));
    garden.patch("oak", { spec: { provider: { workers: [pool({ maximum: 9 })] } } });
    await garden.clock.advance(seconds(13));
    expect(garden.shoot("oak").status?.lastOperation?.state).toBe("Succeeded");
  });

  it("with automatic in-place updates are pending only as long as the flow runs", async () => {
    const inPlace = { updateStrategy: "AutoInPlaceUpdate", maxSurge: 0, maxUnavailable: 1 };
    const garden = plant({ spec: specOf({ provider: { type: "local", workers: [pool(inPlace)] } }) });
    await garden.clock.advance(seconds(1));
    garden.patch("oak", withImage("2.0.0", inPlace));
    await garden.clock.advance(seconds(2));
    const pending = () => garden.shoot("oak").status?.inPlaceUpdates?.pendingWorkerUpdates?.autoInPlaceUpdate;
    expect(pending()).toEqual(["pool"]);
    await garden.clock.advance(seconds(30));
    expect(pending() ?? []).toEqual([]);
  });

  it("with manual in-place updates wait for a person, and a rotation waits with them", async () => {
    const { maxSurge: _surge, maxUnavailable: _unavailable, ...bare } = pool({ updateStrategy: "ManualInPlaceUpdate" });
    const garden = plant({ spec: specOf({ provider: { type: "local", workers: [bare] } }) });
    await garden.clock.advance(seconds(1));
    const waiting = await ask(garden, "rotate-ca-start");
    expect(waiting.status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate).toEqual(["pool"]);
    expect(waiting.status?.credentials?.rotation?.certificateAuthorities?.phase).toBe("Preparing");
    expect(waiting.status?.constraints).toContainEqual(
      expect.objectContaining({ type: "ManualInPlaceWorkersUpdated", status: "False" }),
    );
    garden.patch("oak", { metadata: { annotations: { "almanac.garden/updated-pools": "pool" } } });
    await garden.clock.advance(seconds(60));
    const done = garden.shoot("oak");
    expect(done.status?.credentials?.rotation?.certificateAuthorities?.phase).toBe("Prepared");
    expect(done.status?.constraints?.map((one) => one?.type)).not.toContain("ManualInPlaceWorkersUpdated");
  });
});

describe("the resources of a Shoot in its project's namespace", () => {
  const bundleOf = (garden: SmallGarden): readonly string[] => {
    const target = { resource: configMaps, namespace: projectNamespace, name: "oak.ca-cluster" };
    return (garden.api.get<ConfigMap>(target)?.data["ca.crt"] ?? "").split("-----BEGIN CERTIFICATE-----").slice(1);
  };
  const secretOf = (garden: SmallGarden, suffix: string): Secret | undefined =>
    garden.api.get<Secret>({ resource: secrets, namespace: projectNamespace, name: `oak.${suffix}` });

  it("follow a rotation of the authority: one certificate, two, and then only the new one", async () => {
    const garden = plant();
    await garden.clock.advance(seconds(1));
    await ask(garden, "rotate-ca-start");
    const both = bundleOf(garden);
    expect(both).toHaveLength(2);
    const done = await ask(garden, "rotate-ca-complete");
    expect(done.status?.credentials?.rotation?.certificateAuthorities?.phase).toBe("Completed");
    expect(bundleOf(garden)).toEqual([both[1]]);
    await ask(garden, "rotate-ca-start");
    expect(bundleOf(garden)[0]).toBe(both[1]);
    expect(bundleOf(garden)).toHaveLength(2);
  });

  it("come with the first reconcile, follow SSH and observability rotations, and go with the Shoot", async () => {
    const garden = plantNewShoot();
    await garden.clock.advance(seconds(90));
    expect(garden.shoot("oak").status?.lastOperation).toMatchObject({ state: "Succeeded" });
    const [keys, password] = [secretOf(garden, "ssh-keypair")?.data, secretOf(garden, "monitoring")?.data];
    expect(keys?.["id_rsa.pub"]).toBeDefined();
    expect(secretOf(garden, "ssh-keypair.old")).toBeUndefined();
    await ask(garden, "rotate-ssh-keypair;rotate-observability-credentials");
    expect(secretOf(garden, "ssh-keypair.old")?.data).toEqual(keys);
    expect(secretOf(garden, "ssh-keypair")?.data).not.toEqual(keys);
    expect(secretOf(garden, "monitoring")?.data.password).not.toBe(password?.password);
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    garden.api.delete({ resource: shoots, namespace: projectNamespace, name: "oak" });
    await garden.clock.advance(seconds(90));
    expect(garden.api.list({ resource: shoots })).toEqual([]);
    const left = garden.api.list({ resource: secrets, namespace: projectNamespace });
    expect(left.map(({ metadata }) => metadata.name)).toEqual([accountSecret.metadata.name]);
  });
});

function plantNewShoot(): SmallGarden {
  const garden = createSmallGarden(now, [cloudProfileWith(profile), accountSecret, accountCredentialsBinding]);
  setToWork(garden, { pace: 20 });
  queueMicrotask(() => {
    const workersSettings = { sshAccess: { enabled: true } };
    const spec = specOf({
      cloudProfile: { name: "meadow" },
      provider: { type: "local", workers: [pool()], workersSettings },
    });
    const target = { resource: shoots, namespace: projectNamespace };
    garden.api.create<Shoot>(target, { metadata: { name: "oak", namespace: projectNamespace }, spec });
  });
  return garden;
}

describe("the scheduler", () => {
  it("finds a seed for a new Shoot", async () => {
    const garden = plantNewShoot();
    await garden.clock.advance(seconds(1));
    expect(garden.shoot("oak").spec.seedName).toBe("seed-a");
  });

  it("passes over a Seed that is hidden from it, until it is shown again", async () => {
    const garden = plantNewShoot();
    const visible = (value: boolean) =>
      garden.api.patch<Seed>(
        { resource: seeds, name: "seed-a" },
        { spec: { settings: { scheduling: { visible: value } } } },
      );
    visible(false);
    await garden.clock.advance(seconds(1));
    expect(garden.shoot("oak").spec.seedName).toBeUndefined();
    visible(true);
    await garden.clock.advance(17 * 60 * 1000);
    expect(garden.shoot("oak").spec.seedName).toBe("seed-a");
  });

  it("says which filter leaves no Seed, and tries again without being asked", async () => {
    const garden = plantNewShoot();
    const { api } = garden;
    const seed = readySeed("seed-a");
    const conditions = [{ type: "GardenletReady", status: "False" }];
    api.updateStatus<Seed>({ resource: seeds, name: "seed-a" }, { ...seed, status: { ...seed.status, conditions } });
    await garden.clock.advance(seconds(1));
    expect(garden.shoot("oak").status?.lastOperation).toMatchObject({
      state: "Pending",
      description:
        "Failed to schedule Shoot: none of the 1 seeds is valid for scheduling (not deleting, visible and ready)",
    });
    api.updateStatus<Seed>({ resource: seeds, name: "seed-a" }, seed);
    await garden.clock.advance(17 * 60 * 1000);
    expect(garden.shoot("oak").spec.seedName).toBe("seed-a");
    expect(garden.shoot("oak").status?.technicalID).toBe("shoot--orchard--oak");
  });
});

describe("the controller-manager", () => {
  it("puts a Shoot to sleep and wakes it by its schedule, in the schedule's own time zone", async () => {
    const schedules = [{ start: "0 20 * * 1-5", end: "0 8 * * 1-5", location: "Europe/Berlin" }];
    const garden = plant({ spec: specOf({ hibernation: { schedules } }) });
    await garden.clock.advance(8.9 * hourMs);
    expect(garden.shoot("oak").spec.hibernation?.enabled).not.toBe(true);
    await garden.clock.advance(0.2 * hourMs);
    expect(garden.shoot("oak").spec.hibernation?.enabled).toBe(true);
    expect(garden.shoot("oak").status).toMatchObject({
      hibernated: true,
      lastHibernationTriggerTime: "2026-03-02T19:00:00Z",
    });
    await garden.clock.advance(12 * hourMs);
    expect(garden.shoot("oak").status?.hibernated).toBe(false);
  });

  it("tries a refused hibernation again until it is possible", async () => {
    const schedules = [{ start: "0 11 * * *", location: "UTC" }];
    const blocked = { credentials: { rotation: { serviceAccountKey: { phase: "Preparing" } } } };
    const garden = plant({ spec: specOf({ hibernation: { schedules } }), status: blocked });
    await garden.clock.advance(1.1 * hourMs);
    expect(garden.shoot("oak").spec.hibernation?.enabled).not.toBe(true);
    garden.patch("oak", { metadata: { annotations: { [operation]: "reconcile" } } });
    await garden.clock.advance(0.1 * hourMs);
    expect(garden.shoot("oak").spec.hibernation?.enabled).toBe(true);
  });

  it("says how each version of a profile stands, and again when its time has come", async () => {
    const garden = plant();
    const stage = () => {
      const found = garden.api.get<CloudProfile>({ resource: cloudProfiles, name: "meadow" });
      return found?.status?.kubernetesVersions?.find(({ version }) => version === "1.33.2")?.classification;
    };
    await garden.clock.advance(seconds(1));
    expect(stage()).toBe("supported");
    await garden.clock.advance(9 * dayMs);
    expect(stage()).toBe("expired");
  });

  it("merges a project's profile with its parent, whichever of them changes", async () => {
    const garden = plant();
    const target = { resource: namespacedCloudProfiles, namespace: projectNamespace };
    const spec = {
      parent: { kind: "CloudProfile", name: "meadow" },
      kubernetes: { versions: [{ version: "1.33.2", expirationDate: "2026-06-01T00:00:00Z" }] },
    };
    garden.api.create<NamespacedCloudProfile>(target, { metadata: { name: "own", namespace: projectNamespace }, spec });
    await garden.clock.advance(seconds(1));
    const merged = () => garden.api.get<NamespacedCloudProfile>({ ...target, name: "own" })?.status?.cloudProfileSpec;
    expect(merged()?.kubernetes?.versions?.[0]).toMatchObject({ expirationDate: "2026-06-01T00:00:00Z" });
    garden.api.patch(
      { resource: cloudProfiles, name: "meadow" },
      { spec: { machineTypes: [{ name: "m" }, { name: "n" }] } },
    );
    await garden.clock.advance(seconds(1));
    expect(merged()?.machineTypes?.map(({ name }) => name)).toEqual(["m", "n"]);
  });

  it("lets a binding go only when no Shoot refers to it any more", async () => {
    const binding = (name: string): CredentialsBinding => ({
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "CredentialsBinding",
      metadata: { name, namespace: projectNamespace, uid: name, finalizers: ["gardener"] },
      provider: { type: "local" },
      credentialsRef: { apiVersion: "v1", kind: "Secret", name, namespace: projectNamespace },
      quotas: [],
    });
    const garden = plant({}, [binding("account"), binding("spare")]);
    const target = { resource: credentialsBindings, namespace: projectNamespace };
    for (const name of ["account", "spare"]) garden.api.delete({ ...target, name });
    await garden.clock.advance(seconds(1));
    expect(garden.api.list(target).map(({ metadata }) => metadata.name)).toEqual(["account"]);
  });

  it("lets a profile go only when nobody refers to it any more", async () => {
    const spare = {
      ...cloudProfileWith(profile, "spare"),
      metadata: { name: "spare", uid: "spare", finalizers: ["gardener"] },
    };
    const garden = plant({}, [spare]);
    garden.api.patch({ resource: cloudProfiles, name: "meadow" }, { metadata: { finalizers: ["gardener"] } });
    for (const name of ["meadow", "spare"]) garden.api.delete({ resource: cloudProfiles, name });
    await garden.clock.advance(seconds(1));
    expect(garden.api.list({ resource: cloudProfiles }).map(({ metadata }) => metadata.name)).toEqual(["meadow"]);
  });
});

describe("a deletion that is stuck", () => {
  it("ends by force, which leaves the infrastructure alone", async () => {
    const stuck = { "almanac.garden/fail": "Cleaning Kubernetes resources:ERR_CLEANUP_CLUSTER_RESOURCES" };
    const garden = plant({ annotations: stuck });
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    garden.api.delete({ resource: shoots, namespace: projectNamespace, name: "oak" });
    await garden.clock.advance(seconds(12));
    expect(garden.shoot("oak").status?.lastErrors).toMatchObject([{ codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }]);
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/force-deletion": "true" } } });
    await garden.clock.advance(seconds(30));
    expect(garden.api.list({ resource: shoots })).toEqual([]);
  });
});
