import { describe, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { findPlacementAdmissionErrors, type PlacementChange } from "./find-placement-admission-errors.ts";

const stored: ShootSpec = {
  region: "eu",
  seedName: "seed-a",
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
  networking: { pods: "100.96.0.0/11", nodes: "10.250.0.0/16", services: "100.64.0.0/13" },
};
const spec: CloudProfileSpec = JSON.parse(
  '{"regions":[{"name":"eu","accessRestrictions":[{"name":"eu-only"},{"name":"audited"}]}]}',
);
const pinning: CloudProfileSpec = JSON.parse('{"controlPlane":{"allowZonePinning":true}}');
const seed: Seed = JSON.parse(
  '{"metadata":{"name":"seed-a"},"spec":{"provider":{"type":"aws","region":"eu","zones":["a","b"]},"accessRestrictions":[{"name":"eu-only"}]}}',
);

function found(
  old: Partial<ShootSpec>,
  next: Partial<ShootSpec>,
  more: Partial<PlacementChange> = {},
): readonly string[] {
  const change = { old: { ...stored, ...old }, new: { ...stored, ...next }, profile: prepareProfile(spec), ...more };
  return findPlacementAdmissionErrors(change).map(({ path, code }) => `${path} ${code}`);
}

test("a Seed changes through the binding only, and is not given up", () => {
  expect(found({}, { seedName: "seed-b" })).toEqual(["spec.seedName SEED_BY_BINDING"]);
  expect(found({}, { seedName: null })).toEqual(["spec.seedName CANNOT_BE_UNSET"]);
  expect(found({ seedName: null }, {})).toEqual([]);
});

test.each<[string, NonNullable<ShootSpec["networking"]>, readonly string[]]>([
  ["lie apart", { pods: "100.96.0.0/11", nodes: "10.250.0.0/16", services: "100.64.0.0/13" }, []],
  [
    "of Pods hold the services",
    { pods: "10.0.0.0/8", services: "10.1.0.0/16" },
    ["spec.networking.services NETWORKS_OVERLAP"],
  ],
  [
    "are one",
    { pods: "10.0.0.0/8", services: "10.0.0.0/8", nodes: "10.0.0.0/8" },
    [
      "spec.networking.services NETWORKS_OVERLAP",
      "spec.networking.pods NETWORKS_OVERLAP",
      "spec.networking.services NETWORKS_OVERLAP",
    ],
  ],
  ["are of IPv6 alone", { ipFamilies: ["IPv6"], pods: "fd00::/8", services: "fd00::/16" }, []],
  ["cannot be read", { pods: "ten", services: "10.0.0.0/8" }, []],
])("ranges that %s", (_situation, networking, expected) => {
  expect(found({}, { networking })).toEqual(expected);
});

describe("access restrictions", () => {
  const named = (...names: readonly string[]) => ({ accessRestrictions: names.map((name) => ({ name })) });

  test("are those of the region, and of the Seed where it is known", () => {
    expect(found({}, named("eu-only", "moon-only"))).toEqual(["spec.accessRestrictions[1] VALUE_UNKNOWN"]);
    expect(found({}, named("eu-only"), { seed })).toEqual([]);
    expect(found({}, named("eu-only", "audited"), { seed })).toEqual([
      "spec.accessRestrictions[1] ACCESS_RESTRICTION_NOT_IN_SEED",
    ]);
  });

  test("are not looked at while they stay, in whatever order", () => {
    expect(found(named("moon-only", "eu-only"), named("eu-only", "moon-only"), { seed })).toEqual([]);
  });

  test("need a region that the profile has", () => {
    expect(found({}, { ...named("eu-only"), region: "us" })).toEqual(["spec.region REGION_NOT_OFFERED"]);
  });
});

describe("zones of the control plane", () => {
  const zones = (...names: readonly string[]) => ({ controlPlane: { zones: names } });

  test("need a profile that lets them be chosen, but stay where they are without it", () => {
    expect(found({}, zones("a"))).toEqual(["spec.controlPlane.zones ZONE_PINNING_NOT_OFFERED"]);
    expect(found(zones("a"), zones("a"))).toEqual([]);
  });

  test("are zones of the Seed", () => {
    const profile = prepareProfile(pinning);
    expect(found({}, zones("a", "z"), { profile, seed })).toEqual(["spec.controlPlane.zones[1] ZONE_NOT_IN_SEED"]);
    expect(found({}, zones("a", "z"), { profile })).toEqual([]);
  });
});

describe("a live migration", () => {
  const annotations = { "migration.gardener.cloud/live-migrate": "true" };
  const gate = "metadata.annotations[migration.gardener.cloud/live-migrate] LIVE_MIGRATION_DISABLED";

  test("needs its gate, as far as that is known", () => {
    expect(found({}, {}, { annotations, liveMigration: false })).toEqual([gate]);
    expect(found({}, {}, { annotations })).toEqual([]);
    expect(found({}, {}, { annotations: { ...annotations, "migration.gardener.cloud/live-migrate": "no" } })).toEqual(
      [],
    );
  });

  test("needs high availability and a Shoot that is awake, once the Seed changes", () => {
    const moved = { seedName: "seed-b", hibernation: { enabled: true } };
    expect(found({}, moved, { annotations })).toEqual([
      "spec.seedName SEED_BY_BINDING",
      "spec.seedName LIVE_MIGRATION_NEEDS_HA",
      "spec.seedName LIVE_MIGRATION_ASLEEP",
    ]);
    const controlPlane = { highAvailability: { failureTolerance: { type: "node" } } };
    expect(found({}, { seedName: "seed-b", controlPlane }, { annotations, liveMigration: true })).toEqual([
      "spec.seedName SEED_BY_BINDING",
    ]);
  });
});

describe("the Seed of a Shoot", () => {
  const labelled: Seed = { ...seed, metadata: { ...seed.metadata, labels: { tier: "gold" } } };
  const selecting = (seedSelector: object): Partial<ShootSpec> => Object({ seedSelector });

  test("still fits a selector that changes", () => {
    const gold = { matchLabels: { tier: "gold" }, matchExpressions: [{ key: "tier", operator: "Exists" }] };
    expect(found({}, selecting(gold), { seed: labelled })).toEqual([]);
    expect(found({}, selecting({ ...gold, providerTypes: ["gcp"] }), { seed: labelled })).toEqual([
      "spec.seedSelector.providerTypes SEED_PROVIDER_NOT_SELECTED",
    ]);
    expect(found({}, selecting({ matchLabels: { tier: "iron" } }), { seed: labelled })).toEqual([
      "spec.seedSelector SEED_SELECTOR_MISSES",
    ]);
    expect(found(selecting(gold), {}, { seed: labelled })).toEqual(["spec.seedSelector SEED_SELECTOR_UNSET"]);
    expect(found({}, selecting({ matchLabels: { tier: "iron" } }))).toEqual([]);
  });

  test("has the zones that a control plane needs which outlives one", () => {
    const controlPlane = { highAvailability: { failureTolerance: { type: "zone" } } };
    const path = "spec.controlPlane.highAvailability.failureTolerance.type";
    expect(found({}, { controlPlane }, { seed })).toEqual([`${path} SEED_HAS_TOO_FEW_ZONES`]);
  });

  test("holds it still while it is deleted, or before the Shoot moves away", () => {
    const going: Seed = { ...seed, metadata: { ...seed.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
    expect(found({}, { purpose: "testing" }, { seed: going })).toEqual(["spec SEED_IN_DELETION"]);
    expect(found({}, {}, { seed: going })).toEqual([]);
    const moving = { seedName: "seed-b", lastOperation: { type: "Reconcile", state: "Succeeded" } };
    expect(found({}, { purpose: "testing" }, { status: moving })).toEqual(["spec SHOOT_RESCHEDULED"]);
  });
});

test("blocks for providers are not of the version that is Gardener's own", () => {
  const infrastructureConfig = { apiVersion: "aws.provider.extensions.gardener.cloud/__internal", kind: "A" };
  expect(found({}, { provider: { type: "aws", infrastructureConfig } })).toEqual([
    "spec.provider.infrastructureConfig INTERNAL_VERSION",
  ]);
});

test("the kubeconfig of an admission plugin is a Secret that the Shoot refers to", () => {
  const admissionPlugins = [{ name: "ImagePolicyWebhook", kubeconfigSecretName: "hook" }];
  const kubernetes = { ...stored.kubernetes, kubeAPIServer: { admissionPlugins } };
  const resources = [{ name: "a", resourceRef: { apiVersion: "v1", kind: "Secret", name: "hook" } }];
  expect(found({}, { kubernetes })).toEqual([
    "spec.kubernetes.kubeAPIServer.admissionPlugins[0].kubeconfigSecretName KUBECONFIG_NOT_IN_RESOURCES",
  ]);
  expect(found({}, { kubernetes, ...{ resources } })).toEqual([]);
});
