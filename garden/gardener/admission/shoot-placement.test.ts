import { describe, expect, test } from "vitest";
import { namespaceObject } from "#garden/api/core/core-objects.ts";
import {
  accountCredentialsBinding,
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  rejectionStatusOf,
} from "#garden/testing/small-garden.fixture.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { projects, seeds, shoots } from "#lib/kube/resource.ts";

const now = new Date("2026-03-01T10:00:00Z");
const credentialsRef = { apiVersion: "v1", kind: "Secret", name: "any", namespace: "garden" };

const profile = cloudProfileWith({
  kubernetes: { versions: [{ version: "1.33.4", classification: "supported" }] },
  machineImages: [
    { name: "gl", versions: [{ version: "2.0.0", cri: [{ name: "containerd" }], architectures: ["amd64"] }] },
  ],
  machineTypes: [{ name: "m" }],
  regions: [{ name: "here" }],
});
const pool: Worker = {
  name: "pool",
  minimum: 1,
  maximum: 1,
  machine: { type: "m", architecture: "amd64", image: { name: "gl", version: "2.0.0" } },
};

function seed(name: string, more: Partial<Seed["spec"]> = {}): Seed {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Seed",
    metadata: { name },
    spec: {
      provider: { type: "local", region: "here" },
      networks: { shootDefaults: { pods: "100.96.0.0/11", services: "100.64.0.0/13" } },
      dns: {
        internal: { type: "local", domain: "internal.example", credentialsRef },
        provider: { type: "local", credentialsRef },
      },
      ingress: { domain: "ingress.example" },
      ...more,
    },
  };
}

const plant = () =>
  createSmallGarden(now, [
    namespaceObject({ name: "garden" }),
    profile,
    accountCredentialsBinding,
    {
      ...accountCredentialsBinding,
      metadata: { ...accountCredentialsBinding.metadata, namespace: "garden", uid: "operators" },
    },
    seed("narrow", { provider: { type: "local", region: "here", zones: ["a", "b"] } }),
    seed("wide", { provider: { type: "local", region: "here", zones: ["a", "b", "c"] } }),
    seed("without-ranges", { networks: {} }),
  ]);

function shootWith(more: Partial<ShootSpec>): Pick<Shoot, "spec"> {
  return {
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "meadow" },
      region: "here",
      credentialsBindingName: "account",
      kubernetes: { version: "1.33.4" },
      provider: { type: "local", workers: [pool] },
      networking: { type: "calico" },
      ...more,
    },
  };
}

/** The garden's error for a new Shoot; undefined if the Shoot is accepted. */
function refusalOf(spec: Partial<ShootSpec>, { name = "ash", at = projectNamespace } = {}): string | undefined {
  const object: Shoot = { metadata: { name, namespace: at }, ...shootWith(spec) };
  return rejectionStatusOf(() => plant().api.create<Shoot>({ resource: shoots, namespace: at }, object))?.message;
}

const tolerating = (type: string, seedName: string): Partial<ShootSpec> => ({
  seedName,
  controlPlane: { highAvailability: { failureTolerance: { type } } },
});
const selfHosted = { provider: { type: "local", workers: [{ ...pool, controlPlane: {} }] } };

describe("where a new Shoot comes to stand", () => {
  test.each<[string, Partial<ShootSpec>, { name?: string; at?: string }, RegExp]>([
    [
      "a name that does not fit with its project's",
      {},
      { name: "a-long-way-to-go" },
      /^Shoot\.core\.gardener\.cloud "a-long-way-to-go" is invalid: name: .*must not exceed 21 characters/,
    ],
    [
      "infrastructure in a project",
      { purpose: "infrastructure" },
      {},
      /spec\.purpose: Unsupported value: "infrastructure": .*"evaluation", "production", "testing"$/,
    ],
    ["a purpose that nobody knows", { purpose: "fun" }, { at: "garden" }, /spec\.purpose: Unsupported value: "fun"/],
    [
      "a control plane in three zones on a Seed of two",
      tolerating("zone", "narrow"),
      {},
      /forbidden: .*with only 2 zones, at least 3 zones are required$/,
    ],
    [
      "a self-hosted one in a project",
      selfHosted,
      {},
      /metadata\.namespace: Invalid value: self-hosted Shoots must be/,
    ],
    [
      "a self-hosted one on a Seed",
      { ...selfHosted, seedName: "wide" },
      { at: "garden" },
      /invalid: spec\.seedName: Invalid value: cannot be set for self-hosted Shoots$/,
    ],
  ])("%s is refused", (_what, spec, where, expected) => {
    expect(refusalOf(spec, where)).toMatch(expected);
  });

  test.each<[string, Partial<ShootSpec>, { name?: string; at?: string }]>([
    ["a name that just fits", {}, { name: "a-long-way-tog" }],
    ["infrastructure of the operators", { purpose: "infrastructure" }, { at: "garden" }],
    ["a control plane in three zones on a Seed of three", tolerating("zone", "wide"), {}],
    ["a control plane on three nodes on a Seed of two zones", tolerating("node", "narrow"), {}],
    ["a self-hosted one of the operators", selfHosted, { at: "garden" }],
  ])("%s is taken", (_what, spec, where) => {
    expect(refusalOf(spec, where)).toBeUndefined();
  });
});

test.each<[string, Partial<Seed["spec"]>, readonly string[]]>([
  ["without DNS", { dns: {} }, ["spec.dns.provider", "spec.dns.internal"]],
  [
    "whose internal domain has no name",
    { dns: { provider: { type: "local", credentialsRef }, internal: { type: "local", credentialsRef } } },
    ["spec.dns.internal.domain"],
  ],
  ["whose backups go nowhere", { backup: { provider: "local" } }, ["spec.backup.credentialsRef"]],
  ["without ingress", { ingress: null }, ["spec.ingress"]],
])("a Seed %s is refused", (_what, spec, expected) => {
  const status = rejectionStatusOf(() => plant().api.create<Seed>({ resource: seeds }, seed("new", spec)));
  expect(status?.details?.causes?.map(({ field }) => field)).toEqual(expected);
});

test.each(["Lena's own", "a (b)"])("a Project cannot say of itself: %s", (description) => {
  const project = { metadata: { name: "own" }, spec: { namespace: "garden-own", description } };
  const status = rejectionStatusOf(() => plant().api.create({ resource: projects }, project));
  expect(status?.details?.causes?.map(({ field }) => field)).toEqual(["spec.description"]);
});

describe("a new Shoot with a Seed", () => {
  const create = (more: Partial<ShootSpec>) =>
    plant().api.create<Shoot>(
      { resource: shoots, namespace: projectNamespace },
      { ...shootWith(more), metadata: { name: "ash", namespace: projectNamespace } },
    ).spec.networking;

  test("takes the ranges that the Seed has for its Shoots, and keeps its own", () => {
    expect(create({ seedName: "wide" })).toMatchObject({ pods: "100.96.0.0/11", services: "100.64.0.0/13" });
    const own = { type: "calico", pods: "10.128.0.0/10" };
    expect(create({ seedName: "wide", networking: own })).toMatchObject({ ...own, services: "100.64.0.0/13" });
  });

  test("needs ranges of its own if the Seed has none", () => {
    expect(refusalOf({ seedName: "without-ranges" })).toBe(
      'shoots.core.gardener.cloud "ash" is forbidden: [spec.networking.pods: Required value: pods is required, spec.networking.services: Required value: services is required]',
    );
    const own = { type: "calico", pods: "10.128.0.0/10", services: "10.192.0.0/16" };
    expect(refusalOf({ seedName: "without-ranges", networking: own })).toBeUndefined();
  });
});
