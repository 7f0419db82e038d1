import { describe, expect, it } from "vitest";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  accountSecret,
  accountSecretBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, seeds, shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";

const now = new Date("2026-03-01T10:00:00Z");
const operation = "gardener.cloud/operation";
const planned = "maintenance.gardener.cloud/operation";

const image = {
  name: "gardenlinux",
  updateStrategy: "major",
  versions: [
    {
      version: "1.0.0",
      expirationDate: "2026-03-20T00:00:00Z",
      cri: [{ name: "containerd" }],
      architectures: ["amd64"],
    },
    { version: "2.0.0", classification: "supported", cri: [{ name: "containerd" }], architectures: ["amd64"] },
  ],
};
const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.33.2", classification: "deprecated", expirationDate: "2026-03-10T00:00:00Z" },
      { version: "1.33.4", classification: "supported", expirationDate: "2026-03-15T00:00:00Z" },
      { version: "1.34.1", classification: "supported" },
    ],
  },
  machineImages: [image],
  machineTypes: [{ name: "m" }],
};

function spec(more: Partial<Shoot["spec"]> = {}): Shoot["spec"] {
  return {
    credentialsBindingName: "account",
    kubernetes: { version: "1.33.2" },
    provider: {
      type: "local",
      workers: [
        {
          name: "pool",
          minimum: 1,
          maximum: 2,
          machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
        },
      ],
    },
    maintenance: {
      autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
      timeWindow: { begin: "020000+0000", end: "030000+0000" },
    },
    ...more,
  };
}

const setToWork = controllersForTest();

function plant(shoot: Parameters<typeof reconciledShoot>[0], extra: readonly KubeObject[] = []): SmallGarden {
  const garden = createSmallGarden(now, [cloudProfileWith(profile), reconciledShoot(shoot), ...extra]);
  setToWork(garden, { pace: 1000 });
  return garden;
}

/** The times at which the Kubernetes version of the control plane changed. */
function follow(garden: SmallGarden): { readonly at: string; readonly version: string }[] {
  const seen: { at: string; version: string }[] = [];
  let last = "";
  garden.api.watch<Shoot>({ resource: shoots }, ({ object }) => {
    const { version } = object.spec.kubernetes;
    if (version !== last) seen.push({ at: garden.clock.now().toISOString(), version });
    last = version;
  });
  return seen;
}

describe("maintenance", () => {
  it("updates within the daily window: the patch when the version has expired, then the minor", async () => {
    const garden = plant({ name: "oak", spec: spec() });
    const seen = follow(garden);
    await garden.clock.advance(25 * dayMs);
    expect(seen.map(({ version }) => version)).toEqual(["1.33.2", "1.33.4", "1.34.1"]);
    expect(seen[1]?.at).toMatch(/^2026-03-10T02:[0-4]\d/);
    expect(seen[2]?.at).toMatch(/^2026-03-15T02:[0-4]\d/);
    const oak = garden.shoot("oak");
    expect(oak.spec.provider.workers?.[0]?.machine.image?.version).toBe("2.0.0");
    expect(oak.status?.lastOperation?.state).toBe("Succeeded");
    expect(oak.status?.lastMaintenance).toMatchObject({ state: "Succeeded" });
    expect(oak.status?.observedGeneration).toBe(oak.metadata.generation);
    expect(oak.metadata.annotations?.[operation]).toBeUndefined();
  });

  it("updates at once when asked, and outside the window not by itself", async () => {
    const auto = { ...spec().maintenance, autoUpdate: { kubernetesVersion: true, machineImageVersion: true } };
    const garden = plant({ name: "oak", spec: spec({ maintenance: auto }) });
    await garden.clock.advance(60_000);
    expect(garden.shoot("oak").spec.kubernetes.version).toBe("1.33.2");
    garden.patch("oak", { metadata: { annotations: { [operation]: "maintain" } } });
    await garden.clock.advance(1_000);
    const { spec: after, status } = garden.shoot("oak");
    expect(after.kubernetes.version).toBe("1.33.4");
    expect(after.provider.workers?.[0]?.machine.image?.version).toBe("2.0.0");
    expect(status?.lastMaintenance).toMatchObject({
      state: "Succeeded",
      triggeredTime: "2026-03-01T10:01:00Z",
      description:
        'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.2" to "1.33.4". Reason: Automatic update of Kubernetes version configured, Worker pool "pool": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Automatic update of the machine image version is configured',
    });
  });

  it("reconciles even when it changes nothing, and says nothing about it", async () => {
    const garden = plant({ name: "oak", spec: spec({ kubernetes: { version: "1.34.1" } }) });
    const before = garden.shoot("oak").metadata.generation ?? 0;
    await garden.clock.advance(dayMs);
    expect(garden.shoot("oak").metadata.generation).toBe(before + 1);
    expect(garden.shoot("oak").status?.lastMaintenance).toBeUndefined();
  });

  it("starts what was planned for the window, and automatic rotations that are due", async () => {
    const maintenance = {
      ...spec().maintenance,
      autoRotation: { credentials: { observability: { rotationPeriod: "24h" } } },
    };
    const annotations = { [planned]: "rotate-serviceaccount-key-start" };
    const garden = plant({ name: "oak", spec: spec({ maintenance, kubernetes: { version: "1.34.1" } }), annotations });
    await garden.clock.advance(dayMs);
    const { metadata, status } = garden.shoot("oak");
    expect(metadata.annotations?.[planned]).toBeUndefined();
    expect(status?.credentials?.rotation?.serviceAccountKey?.phase).toBe("Prepared");
    expect(status?.credentials?.rotation?.observability?.lastCompletionTime).toMatch(/^2026-03-02T02:/);
    expect(status?.lastMaintenance?.description).toMatch(
      /Credentials "rotate-observability-credentials": rotation started.*Added "rotate-serviceaccount-key-start;reconcile" operation annotation$/,
    );
  });

  it("of a Failed Shoot updates the versions and leaves planned operations, retrying only where it is marked", async () => {
    const failed = { lastOperation: { type: "Reconcile", state: "Failed" } };
    const annotations = {
      [planned]: "rotate-ssh-keypair",
      "maintenance.shoot.gardener.cloud/needs-retry-operation": "true",
    };
    const garden = plant({
      name: "oak",
      spec: spec({ kubernetes: { version: "1.34.1" } }),
      status: failed,
      annotations,
    });
    await garden.clock.advance(dayMs);
    const { metadata, status } = garden.shoot("oak");
    expect(metadata.annotations).toMatchObject({ [planned]: "rotate-ssh-keypair" });
    expect(metadata.annotations).not.toHaveProperty("maintenance.shoot.gardener.cloud/needs-retry-operation");
    expect(status?.lastOperation?.state).toBe("Succeeded");
  });

  it("clears what the next minor does not take, and puts a CredentialsBinding in place of a SecretBinding", async () => {
    const { credentialsBindingName: _, ...rest } = spec({ kubernetes: { version: "1.33.4" } });
    const garden = plant({ name: "oak", spec: { ...rest, secretBindingName: "account" } }, [
      accountSecret,
      accountSecretBinding,
    ]);
    await garden.clock.advance(16 * dayMs);
    const { spec: after, status } = garden.shoot("oak");
    expect(after.kubernetes.version).toBe("1.34.1");
    expect(after.credentialsBindingName).toBe("force-migrated-account");
    expect(after.secretBindingName ?? null).toBeNull();
    expect(status?.lastMaintenance?.description).toContain("spec.secretBindingName is replaced");
    const made = { resource: credentialsBindings, namespace: projectNamespace, name: "force-migrated-account" };
    expect(garden.api.get(made)).toMatchObject({ credentialsRef: { kind: "Secret", name: "account" } });
  });

  it("asks for no operation where there is no last operation, and changes the versions all the same", async () => {
    const auto = { ...spec().maintenance, autoUpdate: { kubernetesVersion: false, machineImageVersion: true } };
    const garden = plant({
      name: "oak",
      spec: spec({ maintenance: auto }),
      status: { uid: "", lastOperation: null },
    });
    const stopped = { "shoot.gardener.cloud/emergency-stop-reconciliations": "true" };
    garden.api.patch({ resource: seeds, name: "seed-a" }, { metadata: { annotations: stopped } });
    garden.patch("oak", { metadata: { annotations: { [operation]: "maintain" } } });
    await garden.clock.advance(0);
    const { metadata, spec: after } = garden.shoot("oak");
    expect(metadata.annotations).not.toHaveProperty(operation);
    expect(metadata.annotations?.["shoot.gardener.cloud/tasks"]).toBeDefined();
    expect(after.provider.workers?.[0]?.machine.image?.version).toBe("2.0.0");
  });

  it("skips a due rotation of etcd's key while asleep; while waking, the whole run is refused", async () => {
    const due = { autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "24h" } } } };
    const asleep = plant({
      name: "oak",
      spec: spec({ hibernation: { enabled: true }, maintenance: due }),
      status: { hibernated: true },
    });
    asleep.patch("oak", { metadata: { annotations: { [operation]: "maintain" } } });
    await asleep.clock.advance(0);
    expect(asleep.shoot("oak").status?.lastMaintenance?.state).not.toBe("Failed");
    expect(asleep.shoot("oak").spec.provider.workers?.[0]?.machine.image?.version).toBe("2.0.0");
    const waking = plant({
      name: "oak",
      spec: spec({ hibernation: { enabled: false }, maintenance: due }),
      status: { hibernated: true },
    });
    waking.patch("oak", { metadata: { annotations: { [operation]: "maintain" } } });
    await waking.clock.advance(0);
    expect(waking.shoot("oak").status?.lastMaintenance?.state).toBe("Failed");
    expect(waking.shoot("oak").spec.provider.workers?.[0]?.machine.image?.version).toBe("1.0.0");
  });

  it("does not look at a Shoot in deletion", async () => {
    const garden = plant({ name: "oak", spec: spec(), status: { lastOperation: { type: "Delete", state: "Failed" } } });
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    garden.api.delete({ resource: shoots, namespace: projectNamespace, name: "oak" });
    garden.patch("oak", {
      metadata: { annotations: { [operation]: "maintain" } },
    });
    await garden.clock.advance(0);
    expect(garden.shoot("oak").spec.kubernetes.version).toBe("1.33.2");
    expect(garden.shoot("oak").metadata.annotations?.[operation]).toBe("maintain");
  });

  it("moves with the window: a changed one is maintained when it is next open", async () => {
    const garden = plant({ name: "oak", spec: spec() });
    const seen = follow(garden);
    await garden.clock.advance(60_000);
    garden.patch("oak", { spec: { maintenance: { timeWindow: { begin: "140000+0000", end: "150000+0000" } } } });
    await garden.clock.advance(10 * dayMs);
    expect(seen[1]?.at).toMatch(/^2026-03-10T14:[0-4]\d/);
  });
});
