import type { Act } from "#lib/contract/act.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { ok } from "#lib/result.ts";
import { planAct } from "./plan-act.ts";
import type { PreviewInput } from "./preview-input.ts";
import { type PreviewSources, previewInputOf } from "./preview-sources.ts";

export const actFixtureNow = Date.parse("2026-11-24T12:00:00Z");

export const actProfile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.35.2" },
      { version: "1.34.3", expirationDate: "2027-03-01T00:00:00Z" },
      { version: "1.33.5" },
      { version: "1.33.4" },
    ],
  },
  machineImages: [
    {
      name: "gardenlinux",
      versions: [
        { version: "1592.3.0", architectures: ["amd64"], cri: [{ name: "containerd" }] },
        { version: "1443.1.0", architectures: ["amd64"], cri: [{ name: "containerd" }] },
      ],
    },
  ],
  machineTypes: [{ name: "m5.large", cpu: "2", memory: "8Gi" }],
  regions: [{ name: "eu", zones: [{ name: "a" }] }],
};

/** A healthy Shoot with a pool of three to five nodes, and a test's changes. */
export function actShoot({ spec, metadata, status }: Partial<Shoot> = {}): Shoot {
  return {
    metadata: {
      name: "prod-eu1",
      namespace: "garden-pay",
      uid: "u1",
      resourceVersion: "7",
      generation: 2,
      ...metadata,
    },
    spec: {
      region: "eu",
      cloudProfile: { name: "aws" },
      credentialsBindingName: "cloud",
      seedName: "seed-a",
      maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } },
      ...spec,
      kubernetes: { version: "1.33.4", ...spec?.kubernetes },
      provider: { type: "aws", workers: [actPool("data")], ...spec?.provider },
    },
    status: {
      uid: "t1",
      seedName: "seed-a",
      observedGeneration: 2,
      lastOperation: { type: "Reconcile", state: "Succeeded" },
      conditions: [],
      constraints: [],
      ...status,
    },
  };
}

export function actPool(name: string, differs: object = {}) {
  return {
    name,
    machine: { type: "m5.large", architecture: "amd64", image: { name: "gardenlinux", version: "1443.1.0" } },
    minimum: 3,
    maximum: 5,
    maxSurge: 1,
    maxUnavailable: 0,
    zones: ["a"],
    cri: { name: "containerd" },
    ...differs,
  };
}

/** Input of a preview, for a user with all permissions. */
export function samplePreviewInput(
  act: Act,
  shoot: Shoot = actShoot(),
  differs: Partial<PreviewSources> = {},
): PreviewInput {
  return previewInputOf({
    cluster: { project: "pay", name: shoot.metadata.name },
    act,
    shoot,
    planned: planAct(shoot, act, {}),
    profile: ok(actProfile),
    health: "healthy",
    context: { can: () => true, user: "ada" },
    view: {},
    now: actFixtureNow,
    ...differs,
  });
}
