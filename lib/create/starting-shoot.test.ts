import { describe, expect, test } from "vitest";
import { applySpecDefaults } from "#lib/policy/changes/default-change.ts";
import { validateChange } from "#lib/policy/changes/validate-change.ts";
import { findProviderConfigurationErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { meadow, offerOf, type ProfileSpecWithProvider, profileNow } from "./cluster-profile.fixture.ts";
import { type StartingChoices, startingShoot } from "./starting-shoot.ts";

function started(spec: ProfileSpecWithProvider = meadow, more: Partial<StartingChoices> = {}) {
  const choices = { project: "p", namespace: "garden-p", name: "ash", account: "account", networking: "calico" };
  return startingShoot({ ...choices, profile: offerOf(spec), region: "here", now: profileNow, ...more });
}

/** Fields that only the owner of the cluster can know. */
const asked: Readonly<Record<string, readonly string[]>> = {
  metal: [
    "spec.provider.infrastructureConfig.firewall.networks",
    "metadata.annotations[cluster.metal-stack.io/tenant]",
    "spec.provider.infrastructureConfig.projectID",
  ],
};

const poolOf = (shoot: ReturnType<typeof started>) => shoot.spec.provider.workers?.[0];

describe("the Shoot with which a new cluster starts", () => {
  test("has the newest supported version, one small pool, and what the dashboard of Gardener sets", () => {
    expect(started()).toEqual({
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Shoot",
      metadata: { name: "ash", namespace: "garden-p" },
      spec: {
        purpose: "evaluation",
        cloudProfile: { kind: "CloudProfile", name: "meadow" },
        region: "here",
        credentialsBindingName: "account",
        kubernetes: { version: "1.34.2" },
        provider: {
          type: "aws",
          infrastructureConfig: expect.objectContaining({ kind: "InfrastructureConfig" }),
          controlPlaneConfig: {
            apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1",
            kind: "ControlPlaneConfig",
          },
          workers: [
            {
              name: "worker-1",
              minimum: 1,
              maximum: 2,
              maxSurge: 1,
              maxUnavailable: 0,
              machine: { type: "small", architecture: "amd64", image: { name: "gardenlinux", version: "1.2.0" } },
              volume: { type: "plain", size: "60Gi" },
              zones: ["here-a"],
              cri: { name: "containerd" },
            },
          ],
        },
        networking: { type: "calico", nodes: "10.250.0.0/16", pods: "100.96.0.0/11", services: "100.64.0.0/13" },
        maintenance: { autoUpdate: { kubernetesVersion: true, machineImageVersion: true } },
      },
    });
  });

  test("passes static validation for every provider, also without workers", () => {
    for (const type of ["aws", "azure", "gcp", "openstack", "alicloud", "local", "metal", "hcloud", "others"]) {
      for (const workerless of [false, true]) {
        const { spec, metadata } = started({ ...meadow, type }, { workerless });
        const defaulted = applySpecDefaults(spec);
        const namespace = metadata.namespace;
        expect(validateChange({ old: defaulted, new: defaulted, namespace }), `${type} ${workerless}`).toEqual([]);
      }
    }
  });

  test("has blocks that the admission of the provider's extension accepts", () => {
    const providerConfig = {
      constraints: { floatingPools: [{ name: "pool-1" }], loadBalancerProviders: [{ name: "f5" }] },
      metalControlPlanes: {
        prod: {
          firewallControllerVersions: [{ version: "2.4.0", classification: "supported" }],
          firewallImages: ["firewall-1"],
          partitions: { "here-a": { firewallTypes: ["n1-medium"] } },
        },
      },
    };
    const numbered = [{ name: "here", zones: [{ name: "1" }, { name: "2" }] }];
    for (const type of ["aws", "azure", "gcp", "openstack", "alicloud", "local", "metal", "hcloud", "others"]) {
      const spec = { ...meadow, type, providerConfig, ...(type === "azure" && { regions: numbered }) };
      const errors = findProviderConfigurationErrors({ shoot: started(spec), profile: spec });
      expect(
        errors.map(({ path }) => path),
        type,
      ).toEqual(asked[type] ?? []);
    }
  });

  test("takes a machine type that a zone of the region has, and that zone", () => {
    const regions = [
      {
        name: "here",
        zones: [
          { name: "here-a", unavailableMachineTypes: ["small"], unavailableVolumeTypes: [] },
          { name: "here-b", unavailableVolumeTypes: ["plain"] },
        ],
      },
    ];
    expect(poolOf(started({ ...meadow, regions }))).toMatchObject({
      machine: { type: "small" },
      zones: ["here-b"],
      volume: { type: "fast", size: "50Gi" },
    });
  });

  test("takes no volume where the machine type has a disk of its own", () => {
    const machineTypes = [
      { name: "metal", cpu: "8", gpu: "0", memory: "32Gi", storage: { class: "standard", size: "1Ti" } },
    ];
    expect(poolOf(started({ ...meadow, machineTypes }))).not.toHaveProperty("volume");
  });

  test("names no zones on metal and local, whose pools have none", () => {
    expect(poolOf(started({ ...meadow, type: "metal" }))).not.toHaveProperty("zones");
    expect(poolOf(started({ ...meadow, type: "local" }))).not.toHaveProperty("zones");
  });

  test("takes no version that has expired since the profile was read", () => {
    const now = Date.parse("2026-12-24T00:00:00Z");
    expect(started(meadow, { now }).spec.kubernetes.version).toBe("1.35.0");
  });

  test("has no account, network type or provider blocks without workers", () => {
    expect(started(meadow, { workerless: true }).spec).toEqual({
      purpose: "evaluation",
      cloudProfile: { kind: "CloudProfile", name: "meadow" },
      region: "here",
      kubernetes: { version: "1.34.2" },
      provider: { type: "aws" },
      networking: { services: "100.64.0.0/13" },
      maintenance: { autoUpdate: { kubernetesVersion: true } },
    });
  });

  test("has an empty machine type where the profile has none, for the form to ask for it", () => {
    expect(poolOf(started({ ...meadow, machineTypes: [] }))?.machine.type).toBe("");
  });
});
