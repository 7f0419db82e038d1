import { describe, expect, it } from "vitest";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  reconciledShoot,
  rejectionStatusOf,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type {
  CloudProfile,
  CloudProfileSpec,
  MachineImageVersion,
  NamespacedCloudProfile,
} from "#lib/garden/cloud-profile.ts";
import { cloudProfiles, namespacedCloudProfiles } from "#lib/kube/resource.ts";

const now = new Date("2026-03-01T10:00:00Z");
const cri = [{ name: "containerd" }];
const images = ["1.0.0", "2.0.0"].map((version) => ({ version, cri, architectures: ["amd64"] }));
const spec: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.33.2", classification: "deprecated", expirationDate: "2026-02-01T00:00:00Z" },
      { version: "1.33.4", classification: "supported" },
      { version: "1.34.1" },
    ],
  },
  machineImages: [{ name: "gardenlinux", updateStrategy: "major", versions: images }],
  machineTypes: [{ name: "m" }],
};

function plant(): SmallGarden {
  const machine = { type: "m", image: { name: "gardenlinux", version: "1.0.0" } };
  const oak = reconciledShoot({
    name: "oak",
    spec: {
      kubernetes: { version: "1.33.2" },
      provider: { type: "local", workers: [{ name: "pool", minimum: 3, machine }] },
    },
  });
  return createSmallGarden(now, [cloudProfileWith(spec), oak]);
}

const target = { resource: cloudProfiles, name: "meadow" };
const change = (garden: SmallGarden, patch: CloudProfileSpec) =>
  garden.api.patch<CloudProfile>(target, { spec: patch });

describe("a CloudProfile", () => {
  it("loses on creation what is expired, without a word", () => {
    const made = plant().api.create<CloudProfile>({ resource: cloudProfiles }, cloudProfileWith(spec, "valley"));
    expect(made.spec.kubernetes?.versions?.map(({ version }) => version)).toEqual(["1.33.4", "1.34.1"]);
  });

  it.each<[string, CloudProfileSpec, number, string]>([
    ["needs a version", { kubernetes: { versions: [] } }, 422, "spec.kubernetes.versions"],
    [
      "keeps the latest version for ever",
      {
        kubernetes: {
          versions: [
            { version: "1.33.2" },
            { version: "1.33.4" },
            { version: "1.34.1", expirationDate: "2027-01-01T00:00:00Z" },
          ],
        },
      },
      422,
      "spec.kubernetes.versions[].expirationDate",
    ],
    [
      "supports one version a minor",
      {
        kubernetes: {
          versions: [
            { version: "1.33.2" },
            { version: "1.33.4", classification: "supported" },
            { version: "1.33.5", classification: "supported" },
            { version: "1.34.1" },
          ],
        },
      },
      422,
      "spec.kubernetes.versions[1]",
    ],
    [
      "keeps a version that a control plane runs",
      { kubernetes: { versions: [{ version: "1.33.4" }, { version: "1.34.1" }] } },
      403,
      "it is still in use by Shoot/garden-orchard/oak",
    ],
    [
      "sets no limit of nodes that a Shoot exceeds",
      { limits: { maxNodesTotal: 2 } },
      403,
      "the pools of Shoot/garden-orchard/oak need at least 3 nodes, more than the limit of 2",
    ],
    ["sets a limit of nodes above zero", { limits: { maxNodesTotal: 0 } }, 422, "spec.limits.maxNodesTotal"],
    [
      "keeps an image version that a pool runs",
      { machineImages: [{ name: "gardenlinux", updateStrategy: "major", versions: images.slice(1) }] },
      403,
      "gardenlinux/1.0.0",
    ],
  ])("%s", (_rule, patch, code, named) => {
    const status = rejectionStatusOf(() => change(plant(), patch));
    expect(status?.code).toBe(code);
    expect(status?.message).toContain(named);
  });

  it("is told all that is wrong, field by field", () => {
    const status = rejectionStatusOf(() =>
      change(plant(), { machineTypes: [{ name: "m" }, { name: "m", cpu: "-1" }], regions: [] }),
    );
    expect(status?.details?.causes?.map(({ field, reason }) => `${reason} ${field}`)).toEqual([
      "FieldValueDuplicate spec.machineTypes[1].name",
      "FieldValueRequired spec.regions",
    ]);
  });

  it("has no generation, a label of its provider, and everything that it did not say", () => {
    const made = plant().api.create<CloudProfile>(
      { resource: cloudProfiles },
      { metadata: { name: "valley" }, spec: { ...spec, type: "local", regions: [{ name: "here" }] } },
    );
    expect(made.metadata.generation).toBeUndefined();
    expect(made.metadata.labels).toEqual({ "provider.extensions.gardener.cloud/local": "true" });
    expect(made.spec.machineTypes).toEqual([{ name: "m", usable: true, architecture: "amd64" }]);
  });

  it("that comes to define capabilities gets them from its architectures, and loses them again", () => {
    const garden = plant();
    const machineCapabilities = [{ name: "architecture", values: ["amd64", "arm64"] }];
    const with2 = change(garden, { machineCapabilities });
    expect(with2.spec.machineTypes?.[0]?.capabilities).toEqual({ architecture: ["amd64"] });
    expect(with2.spec.machineImages?.[0]?.versions?.[0]?.capabilityFlavors).toEqual([{ architecture: ["amd64"] }]);
    const without = change(garden, { machineCapabilities: [] });
    expect(without.spec.machineTypes?.[0]).toEqual({ name: "m", usable: true, architecture: "amd64" });
    expect(without.spec.machineImages?.[0]?.versions?.[0]).not.toHaveProperty("capabilityFlavors");
  });

  it("may lose a version that nobody uses", () => {
    const versions = [{ version: "1.33.2" }, { version: "1.34.1" }];
    expect(change(plant(), { kubernetes: { versions } }).spec.kubernetes?.versions).toHaveLength(2);
  });
});

describe("a NamespacedCloudProfile", () => {
  const create = (garden: SmallGarden, own: Partial<NamespacedCloudProfile["spec"]>): NamespacedCloudProfile =>
    garden.api.create<NamespacedCloudProfile>(
      { resource: namespacedCloudProfiles, namespace: projectNamespace },
      {
        metadata: { name: "own", namespace: projectNamespace },
        spec: { parent: { kind: "CloudProfile", name: "meadow" }, ...own },
      },
    );
  const until = "2026-09-01T00:00:00Z";

  it.each<[string, Partial<NamespacedCloudProfile["spec"]>, number, string]>([
    ["extends a CloudProfile", { parent: { kind: "Seed", name: "meadow" } }, 400, "invalid parent kind"],
    ["needs its parent", { parent: { kind: "CloudProfile", name: "nowhere" } }, 500, '"nowhere" not found'],
    [
      "adds an image with everything that it needs",
      { machineImages: [{ name: "own", updateStrategy: "major", versions: [{ version: "1.0.0", cri }] }] },
      500,
      "spec.machineImages[0].versions[0].architectures",
    ],
    [
      "adds an image with a strategy, of which the merged profile tells",
      { machineImages: [{ name: "own", versions: [{ version: "1.0.0", cri, architectures: ["arm64"] }] }] },
      500,
      "status.cloudProfileSpec.machineImages[1].updateStrategy",
    ],
    [
      "adds machine types with a size",
      { machineTypes: [{ name: "small", storage: { class: "fast" } }] },
      422,
      "spec.machineTypes[0].storage",
    ],
    ["trusts certificates", { caBundle: "me" }, 422, "spec.caBundle"],
    [
      "classifies no version, which is said before anything else",
      { kubernetes: { versions: [{ version: "1.30.1" }, { version: "1.33.4", classification: "deprecated" }] } },
      422,
      "spec.kubernetes.versions[1].classification",
    ],
    [
      "overrides only what the parent has, which is said of the first version only",
      { kubernetes: { versions: [{ version: "1.30.1", expirationDate: until }, { version: "1.33.4" }] } },
      500,
      'spec.kubernetes.versions[0].version: Invalid value: "1.30.1": the version does not exist in the parent CloudProfile',
    ],
    [
      "never lets the latest version expire",
      { kubernetes: { versions: [{ version: "1.34.1", expirationDate: until }] } },
      500,
      "the latest version must not expire",
    ],
    [
      "says nothing but the end of an image of its parent",
      {
        machineImages: [
          { name: "gardenlinux", versions: [{ version: "1.0.0", expirationDate: until, architectures: ["arm64"] }] },
        ],
      },
      500,
      "spec.machineImages[0].versions[0].architectures",
    ],
  ])("%s", (_rule, own, code, named) => {
    const status = rejectionStatusOf(() => create(plant(), own));
    expect(status?.code).toBe(code);
    expect(status?.message).toContain(named);
  });

  it("keeps its parent", () => {
    const garden = plant();
    create(garden, { kubernetes: { versions: [{ version: "1.33.2", expirationDate: until }] } });
    const own = { resource: namespacedCloudProfiles, namespace: projectNamespace, name: "own" };
    garden.api.create<CloudProfile>({ resource: cloudProfiles }, cloudProfileWith(spec, "other"));
    const status = rejectionStatusOf(() => garden.api.patch(own, { spec: { parent: { name: "other" } } }));
    expect(status?.details?.causes?.map(({ field }) => field)).toEqual(["spec.parent"]);
  });

  it("keeps an override that its parent has got in the meantime, but for its end", () => {
    const garden = plant();
    const own = { resource: namespacedCloudProfiles, namespace: projectNamespace, name: "own" };
    const override = (version: MachineImageVersion) => ({
      machineImages: [{ name: "gardenlinux", versions: [version] }],
    });
    const made = { version: "3.0.0", cri, architectures: ["amd64"], expirationDate: until };
    create(garden, override(made));
    const third = { version: "3.0.0", cri, architectures: ["amd64"] };
    change(garden, { machineImages: [{ name: "gardenlinux", updateStrategy: "major", versions: [...images, third] }] });
    const later = "2026-10-01T00:00:00Z";
    expect(
      rejectionStatusOf(() => garden.api.patch(own, { spec: override({ ...made, expirationDate: later }) })),
    ).toBeUndefined();
    const moved = rejectionStatusOf(() =>
      garden.api.patch(own, { spec: override({ ...made, architectures: ["arm64"] }) }),
    );
    expect(moved?.message).toContain("spec.machineImages[0].versions[0]: Forbidden");
  });

  it("may use its types, and is labelled with its provider", () => {
    const made = create(plant(), { machineTypes: [{ name: "small" }], volumeTypes: [{ name: "fast", class: "ssd" }] });
    expect(made.spec.machineTypes).toEqual([{ name: "small", usable: true }]);
    expect(made.spec.volumeTypes).toEqual([{ name: "fast", class: "ssd", usable: true }]);
    expect(made.metadata.labels).toEqual({ "provider.extensions.gardener.cloud/local": "true" });
  });
});

describe("the demo landscape's profiles", () => {
  it("are all such as the server takes", () => {
    const garden = createSmallGarden(now, createDemoLandscape({ now, seed: 1, shoots: 0 }).objects);
    const refused = garden.api.list<CloudProfile>({ resource: cloudProfiles }).flatMap((profile) => {
      const { name, labels } = profile.metadata;
      const touched = { ...profile, metadata: { ...profile.metadata, labels: { ...labels, touched: "yes" } } };
      const status = rejectionStatusOf(() =>
        garden.api.tryUpdate<CloudProfile>({ resource: cloudProfiles, name }, touched),
      );
      return status ? [`${name}: ${status.message}`] : [];
    });
    expect(refused).toEqual([]);
  });
});
