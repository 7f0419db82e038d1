import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createUpdateContext, type UpdateContext } from "./spec-validator.ts";

/** Epoch milliseconds: 2026-11-01. */
export const updateFixtureNow = Date.UTC(2026, 10, 1);

const versions: readonly (readonly [string, string?, string?])[] = [
  ["1.36.1", "preview"],
  ["1.35.6", "supported"],
  ["1.34.9", "supported", "2027-06-01T00:00:00Z"],
  ["1.34.5", "deprecated", "2026-12-01T00:00:00Z"],
  ["1.34.2"],
  ["1.34.1", "deprecated", "2026-10-01T00:00:00Z"],
  ["1.33.13", "supported"],
  ["1.33.9", "deprecated"],
  ["1.32.14", "deprecated"],
];

const profile: CloudProfileSpec = {
  kubernetes: {
    versions: versions.map(([version, classification, expirationDate]) => ({
      version,
      ...(classification && { classification }),
      ...(expirationDate && { expirationDate }),
    })),
  },
  machineImages: [
    {
      name: "gardenlinux",
      updateStrategy: "minor",
      versions: [
        { version: "1877.6.0", inPlaceUpdates: { supported: true, minVersionForUpdate: "1592.9.0" } },
        { version: "1592.9.0", classification: "deprecated", kubeletVersionConstraint: "< 1.34" },
        { version: "1443.20.0", expirationDate: "2026-01-01T00:00:00Z" },
        { version: "2061.0.0", classification: "preview" },
        { version: "1900.0.0", architectures: ["arm64"] },
      ],
    },
    { name: "suse-chost", versions: [{ version: "15.7.20260901" }] },
  ],
  machineTypes: [{ name: "m5.xlarge", cpu: "4", memory: "16Gi", architecture: "amd64" }],
};

export function updateFixturePool(name: string, differs: Partial<Worker> = {}): Worker {
  return {
    name,
    machine: { type: "m5.xlarge", architecture: "amd64", image: { name: "gardenlinux", version: "1592.9.0" } },
    minimum: 3,
    maximum: 6,
    maxSurge: 1,
    maxUnavailable: 0,
    updateStrategy: "AutoRollingUpdate",
    systemComponents: { allow: true },
    cri: { name: "containerd" },
    ...differs,
  };
}

/** Cluster on 1.33.13, with the given pools and changes. */
export function updateShootWith(workers: readonly Worker[], differs: Partial<Shoot["spec"]> = {}): Shoot {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "prod", namespace: "garden-pay", uid: "u" },
    spec: { kubernetes: { version: "1.33.13" }, provider: { type: "aws", workers }, ...differs },
    status: { gardener: { version: "v1.149.0" } },
  };
}

export function updateContextOf(shoot: Shoot, profileSpec: CloudProfileSpec | undefined = profile): UpdateContext {
  return createUpdateContext(shoot, profileSpec && prepareProfile(profileSpec), {
    garden: {},
    now: updateFixtureNow,
  });
}

export function updateContextWithoutProfile(shoot: Shoot): UpdateContext {
  return createUpdateContext(shoot, undefined, { garden: {}, now: updateFixtureNow });
}
