import { describe, expect, it } from "vitest";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  type ReconciledShootInput,
  reconciledShoot,
  rejectionStatusOf,
  type SmallGarden,
  smallGardenRegistry,
} from "#garden/testing/small-garden.fixture.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import type { KubeObject, KubeStatus } from "#lib/kube/object.ts";
import { projects, secrets, shoots } from "#lib/kube/resource.ts";

const now = new Date("2026-03-01T10:00:00Z");
const overlapping = { type: "calico", pods: "10.0.0.0/8", nodes: "10.1.0.0/16" };
const cri = [{ name: "containerd" }];
const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.32.9", classification: "deprecated", expirationDate: "2026-02-01T00:00:00Z" },
      { version: "1.33.2", classification: "deprecated" },
      { version: "1.33.4", classification: "supported" },
      { version: "1.34.1", classification: "supported" },
      { version: "1.35.0", classification: "preview" },
    ],
  },
  machineImages: [
    {
      name: "gardenlinux",
      updateStrategy: "major",
      versions: [
        { version: "1.0.0", classification: "deprecated", cri, architectures: ["amd64"] },
        { version: "2.0.0", classification: "supported", cri, architectures: ["amd64"] },
      ],
    },
  ],
  machineTypes: [{ name: "m" }, { name: "old", usable: false }],
  regions: [{ name: "here" }],
};

function pool(more: Partial<Worker> = {}): Worker {
  const image = { name: "gardenlinux", version: "2.0.0" };
  return { name: "pool", minimum: 1, maximum: 3, machine: { type: "m", architecture: "amd64", image }, ...more };
}

function specOf(more: Partial<ShootSpec> = {}): ShootSpec {
  return {
    cloudProfile: { kind: "CloudProfile", name: "meadow" },
    region: "here",
    networking: { type: "calico" },
    credentialsBindingName: "account",
    kubernetes: { version: "1.33.2" },
    provider: { type: "local", workers: [pool()] },
    ...more,
  };
}

function plant(sketch: Partial<ReconciledShootInput> = {}): SmallGarden {
  const oak = reconciledShoot({ name: "oak", spec: specOf(), ...sketch });
  return createSmallGarden(now, [cloudProfileWith(profile), accountCredentialsBinding, oak]);
}

function create(garden: SmallGarden, spec: ShootSpec, annotations: Readonly<Record<string, string>> = {}): Shoot {
  const object = { metadata: { name: "ash", namespace: projectNamespace, annotations }, spec };
  return garden.api.create<Shoot>({ resource: shoots, namespace: projectNamespace }, object);
}

function fieldsOf(status: KubeStatus | undefined): readonly (string | undefined)[] {
  return (status?.details?.causes ?? []).map(({ field }) => field);
}

it("a new Shoot names its creator, whatever the request says, and keeps the name", () => {
  const createdBy = "gardener.cloud/created-by";
  const garden = plant();
  const ash = create(garden, specOf(), { [createdBy]: "somebody-else" });
  expect(ash.metadata.annotations?.[createdBy]).toBe("system:gardener");
  const changed = garden.patch("oak", { metadata: { labels: { team: "blue" } } });
  expect(changed.metadata.annotations ?? {}).not.toHaveProperty([createdBy]);
});

describe("a new Shoot gets what it does not say", () => {
  it("the highest supported version of the minor, a fitting image, surge, maintenance and tasks", () => {
    const bare = { name: "pool", minimum: 1, maximum: 3, machine: { type: "m" } };
    const { spec, metadata } = create(
      plant(),
      specOf({ kubernetes: { version: "1.33" }, provider: { type: "local", workers: [bare] } }),
    );
    expect(spec.kubernetes.version).toBe("1.33.4");
    expect(spec.provider.workers?.[0]).toMatchObject({
      updateStrategy: "AutoRollingUpdate",
      maxSurge: 1,
      maxUnavailable: 0,
      machine: { architecture: "amd64", image: { name: "gardenlinux", version: "2.0.0" } },
    });
    expect(spec.purpose).toBe("evaluation");
    expect(spec.maintenance?.autoUpdate).toEqual({ kubernetesVersion: true, machineImageVersion: true });
    expect(spec.maintenance?.timeWindow?.begin).toMatch(/^([01]\d|2[0-2])0000\+0000$/);
    expect(spec.maintenance?.autoRotation?.credentials?.etcdEncryptionKey).toEqual({ rotationPeriod: "672h0m0s" });
    expect(metadata.annotations?.["shoot.gardener.cloud/tasks"]).toContain("deployInfrastructure");
  });

  it("the tolerations of its project", () => {
    const garden = plant();
    const tolerations = { defaults: [{ key: "dedicated" }], whitelist: [{ key: "dedicated" }] };
    garden.api.patch<Project>({ resource: projects, name: "orchard" }, { spec: { tolerations } });
    expect(create(garden, specOf()).spec.tolerations).toEqual([{ key: "dedicated" }]);
  });
});

describe("a new Shoot is refused", () => {
  it.each<[string, Partial<ShootSpec>, number, string]>([
    ["with an expired version", { kubernetes: { version: "1.32.9" } }, 403, "spec.kubernetes.version"],
    ["with a version that nobody offers", { kubernetes: { version: "1.99.1" } }, 403, "spec.kubernetes.version"],
    ["without a supported version of the minor", { kubernetes: { version: "1.35" } }, 403, "spec.kubernetes.version"],
    ["with a profile that is not there", { cloudProfile: { name: "nowhere" } }, 500, "could not find"],
    ["with tolerations its project may not use", { tolerations: [{ key: "gpu" }] }, 403, "gpu"],
    [
      "with a pool twice",
      { provider: { type: "local", workers: [pool(), pool()] } },
      422,
      "spec.provider.workers[1].name",
    ],
    [
      "with a pool that neither surges nor gives up a node",
      { provider: { type: "local", workers: [pool({ maxSurge: 0, maxUnavailable: 0 })] } },
      422,
      "spec.provider.workers[0].maxUnavailable",
    ],
    [
      "with a pool that is newer than the control plane",
      { provider: { type: "local", workers: [pool({ kubernetes: { version: "1.34.1" } })] } },
      422,
      "spec.provider.workers[0].kubernetes.version",
    ],
    [
      "with a window of ten minutes",
      { maintenance: { timeWindow: { begin: "010000+0000", end: "011000+0000" } } },
      422,
      "spec.maintenance.timeWindow",
    ],
    [
      "with a schedule that cannot be read",
      { hibernation: { schedules: [{ start: "at night" }] } },
      422,
      "spec.hibernation.schedules[0].start",
    ],
    [
      "with fields that its version does not take",
      { kubernetes: { version: "1.35.0" }, addons: {} },
      422,
      "spec.addons",
    ],
    ["with networks that overlap", { networking: overlapping }, 403, "networking.pods"],
    ["pinned to a zone on its own authority", { controlPlane: { zones: ["z1"] } }, 403, "spec.controlPlane.zones"],
  ])("%s", (_rule, more, code, named) => {
    const status = rejectionStatusOf(() => create(plant(), specOf(more)));
    expect(status?.code).toBe(code);
    expect(status?.message).toContain(named);
  });
});

describe("a change of a Shoot", () => {
  it.each<[string, object, string]>([
    ["never goes back", { kubernetes: { version: "1.32.9" } }, "spec.kubernetes.version"],
    ["never skips a minor", { kubernetes: { version: "1.35.0" } }, "spec.kubernetes.version"],
    ["keeps the region", { region: "there" }, "spec.region"],
    ["keeps its workers", { provider: { workers: null } }, "spec.provider.workers"],
  ])("%s (422 with the field)", (_rule, spec, field) => {
    const status = rejectionStatusOf(() => plant().patch("oak", { spec }));
    expect(status?.code).toBe(422);
    expect(fieldsOf(status)).toContain(field);
  });

  it("may take an expired version on its way up, which a new Shoot may not", () => {
    const garden = plant({ spec: specOf({ kubernetes: { version: "1.32.1" } }) });
    expect(garden.patch("oak", { spec: { kubernetes: { version: "1.32.9" } } }).spec.kubernetes.version).toBe("1.32.9");
  });

  it("gives a DNS provider both names of its credentials below Kubernetes 1.35", () => {
    const dns = { domain: "oak.example.org", providers: [{ type: "aws-route53", primary: true, secretName: "dns" }] };
    const garden = plant();
    garden.api.create({ resource: secrets, namespace: projectNamespace }, { metadata: { name: "dns" } });
    const { spec } = garden.patch("oak", { spec: { dns } });
    expect(spec.dns?.providers?.[0]?.credentialsRef).toEqual({ apiVersion: "v1", kind: "Secret", name: "dns" });
  });

  it("takes a short version for the highest supported one", () => {
    expect(plant().patch("oak", { spec: { kubernetes: { version: "1.34" } } }).spec.kubernetes.version).toBe("1.34.1");
  });

  it("of anything but the spec adds nothing to the spec, and does not move the generation", () => {
    const garden = plant();
    const before = garden.shoot("oak");
    const after = garden.patch("oak", { metadata: { labels: { team: "blue" } } });
    expect(after.spec).toEqual(before.spec);
    expect(after.metadata.generation).toBe(before.metadata.generation);
  });

  it("is refused whole while an in-place update of its pool is pending, unless it is forced", () => {
    const inPlace = pool({ updateStrategy: "AutoInPlaceUpdate", maxSurge: 0, maxUnavailable: 1 });
    const garden = plant({
      spec: specOf({ provider: { type: "local", workers: [inPlace] } }),
      status: { inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ["pool"] } } },
    });
    const change = { spec: { provider: { workers: [{ ...inPlace, maximum: 5 }] } } };
    expect(fieldsOf(rejectionStatusOf(() => garden.patch("oak", change)))).toEqual(["spec.provider.workers[0]"]);
    const annotations = { "gardener.cloud/operation": "force-in-place-update" };
    expect(rejectionStatusOf(() => garden.patch("oak", { ...change, metadata: { annotations } }))).toBeUndefined();
  });

  it("is refused while it is being deleted", () => {
    const garden = plant();
    garden.patch("oak", { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } });
    garden.api.delete({ resource: shoots, namespace: projectNamespace, name: "oak" });
    const status = rejectionStatusOf(() => garden.patch("oak", { spec: { purpose: "production" } }));
    expect([status?.code, fieldsOf(status)]).toEqual([422, ["spec"]]);
  });

  it("is refused while its control plane is being migrated (403)", () => {
    const garden = plant({ status: { lastOperation: { type: "Migrate", state: "Processing" } } });
    expect(rejectionStatusOf(() => garden.patch("oak", { spec: { purpose: "production" } }))?.code).toBe(403);
  });

  it("changes nothing in a dry run, and is refused all the same", () => {
    const garden = plant();
    const target = { resource: shoots, namespace: projectNamespace, name: "oak" };
    const oak = garden.shoot("oak");
    const wanted = (version: string) => ({ ...oak, spec: { ...oak.spec, kubernetes: { version } } });
    expect(garden.api.tryUpdate<Shoot>(target, wanted("1.33")).spec.kubernetes.version).toBe("1.33.4");
    expect(rejectionStatusOf(() => garden.api.tryUpdate<Shoot>(target, wanted("1.35.0")))?.code).toBe(422);
    expect(garden.shoot("oak")).toBe(oak);
  });
});

describe("hibernation", () => {
  const sleep = { spec: { hibernation: { enabled: true } } };

  it("schedules may use descriptors, and the clock of the controllers", () => {
    const schedules = [{ start: "@daily" }, { start: "0 20 * * *", location: "Local" }, { end: "@every 12h" }];
    const { spec } = plant({}).patch("oak", { spec: { hibernation: { schedules } } });
    expect(spec).toMatchObject({ hibernation: { schedules } });
  });

  it.each<[string, Shoot["status"], number]>([
    [
      "a key rotation that is under way",
      { credentials: { rotation: { etcdEncryptionKey: { phase: "Preparing" } } } },
      422,
    ],
    ["webhooks in the way", { constraints: [{ type: "HibernationPossible", status: "False" }] }, 403],
    ["a check that is still open", { constraints: [{ type: "HibernationPossible", status: "Progressing" }] }, 403],
  ])("is refused because of %s", (_rule, status, code) => {
    const garden = status ? plant({ status }) : plant();
    expect(rejectionStatusOf(() => garden.patch("oak", sleep))?.code).toBe(code);
  });

  it("brings tasks on the way back", () => {
    const garden = plant({ spec: specOf({ hibernation: { enabled: true } }), status: { hibernated: true } });
    const awake = garden.patch("oak", { spec: { hibernation: { enabled: false } } });
    expect(awake.metadata.annotations?.["shoot.gardener.cloud/tasks"]).toContain("deployDNSRecordExternal");
  });
});

describe("an operation is refused in the words of the API server", () => {
  const operation = "metadata.annotations[gardener.cloud/operation]";

  it.each<[string, string, Shoot["status"], string]>([
    ["that nobody knows", "dance", {}, 'Unsupported value: "dance"'],
    [
      "that goes alone",
      "maintain;rotate-ca-start",
      {},
      'Forbidden: operation "maintain" cannot be combined with other operations',
    ],
    [
      "that completes what is not prepared",
      "rotate-ca-complete",
      {},
      'Forbidden: cannot be completed while the rotation phase of the certificate authorities is "" and not "Prepared"',
    ],
    ["that rolls a pool twice", "rollout-workers=pool,pool", {}, 'Duplicate value: "pool"'],
    [
      "that starts what has begun",
      "rotate-ca-start",
      { credentials: { rotation: { certificateAuthorities: { phase: "Preparing" } } } },
      'Forbidden: cannot be started while the rotation phase of the certificate authorities is "Preparing"',
    ],
  ])("%s", (_which, wanted, status, detail) => {
    const garden = plant({ ...(status && { status }) });
    const refused = rejectionStatusOf(() =>
      garden.patch("oak", { metadata: { annotations: { "gardener.cloud/operation": wanted } } }),
    );
    expect(refused?.code).toBe(422);
    expect(refused?.message).toBe(`Shoot.core.gardener.cloud "oak" is invalid: ${operation}: ${detail}`);
  });
});

describe("deletion", () => {
  const confirmed = { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } };
  const forced = { metadata: { annotations: { "confirmation.gardener.cloud/force-deletion": "true" } } };
  const target = { resource: shoots, namespace: projectNamespace, name: "oak" };

  it("notes who confirmed it, whatever the caller wrote, and forgets it with the confirmation", () => {
    const garden = plant();
    const marked = garden.patch("oak", {
      metadata: {
        annotations: { ...confirmed.metadata.annotations, "deletion.gardener.cloud/confirmed-by": "somebody" },
      },
    });
    expect(marked.metadata.annotations?.["deletion.gardener.cloud/confirmed-by"]).not.toBe("somebody");
    const unmarked = garden.patch("oak", {
      metadata: { annotations: { "confirmation.gardener.cloud/deletion": null } },
    });
    expect(unmarked.metadata.annotations).not.toHaveProperty("deletion.gardener.cloud/confirmed-by");
  });

  it("needs a second person where the project says so", () => {
    const garden = plant();
    const dualApprovalForDeletion = [{ resource: "shoots", selector: {} }];
    garden.api.patch({ resource: projects, name: "orchard" }, { spec: { dualApprovalForDeletion } });
    garden.patch("oak", confirmed);
    const refused = rejectionStatusOf(() => garden.api.delete(target));
    expect(refused?.code).toBe(403);
    expect(refused?.message).toContain(
      "you are not allowed to both confirm the deletion and send the actual DELETE request",
    );
  });

  it("can be forced only with an error that allows it, and not be taken back", () => {
    const garden = plant({
      status: { lastErrors: [{ description: "stuck", codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }] },
    });
    expect(rejectionStatusOf(() => garden.patch("oak", forced))?.code).toBe(422);
    garden.patch("oak", confirmed);
    garden.api.delete(target);
    const generation = garden.shoot("oak").metadata.generation ?? 0;
    expect(garden.patch("oak", forced).metadata.generation).toBe(generation + 1);
    const back = { metadata: { annotations: { "confirmation.gardener.cloud/force-deletion": null } } };
    expect(rejectionStatusOf(() => garden.patch("oak", back))?.code).toBe(422);
  });
});

describe("warnings", () => {
  it("an update of a Shoot whose credentials were never rotated says so", () => {
    const garden = plant();
    const warnings: string[] = [];
    const definition = smallGardenRegistry.ofKind("core.gardener.cloud/v1beta1", "Shoot");
    const oak: KubeObject = { ...garden.shoot("oak") };
    if (!definition) throw new Error("the garden serves Shoots");
    const later = new Date("2026-08-01T00:00:00Z");
    garden.writer.update(
      { definition, namespace: projectNamespace, name: "oak" },
      { ...oak, metadata: { ...oak.metadata, labels: { team: "blue" } } },
      { context: { user: { name: "a", groups: [] }, now: later, warn: (text) => warnings.push(text) }, dryRun: true },
    );
    expect(warnings).toEqual(["consider rotating the shoot credentials: they have never been rotated"]);
  });
});
