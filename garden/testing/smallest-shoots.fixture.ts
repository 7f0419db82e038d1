import type { OfferedProvider } from "#garden/landscape/plan/shoot-plan.ts";

interface SmallestShoot {
  readonly region: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly infrastructureConfig?: object;
  readonly controlPlaneConfig?: object;
  readonly worker: object;
  readonly networking?: object;
}

const group = (type: OfferedProvider) => `${type}.provider.extensions.gardener.cloud/v1alpha1`;
const infrastructure = (type: OfferedProvider, fields: object) => ({
  apiVersion: group(type),
  kind: "InfrastructureConfig",
  ...fields,
});
const controlPlane = (type: OfferedProvider, fields: object = {}) => ({
  apiVersion: group(type),
  kind: "ControlPlaneConfig",
  ...fields,
});
const workers = { networks: { workers: "10.250.0.0/16" } };

/** What the smallest Shoot of each provider says, besides what all say. */
const smallest: Readonly<Record<OfferedProvider, SmallestShoot>> = {
  aws: {
    region: "eu-central-1",
    infrastructureConfig: infrastructure("aws", {
      networks: {
        vpc: { cidr: "10.250.0.0/16" },
        zones: [
          { name: "eu-central-1a", workers: "10.250.0.0/19", public: "10.250.32.0/20", internal: "10.250.48.0/20" },
        ],
      },
    }),
    worker: { machine: { type: "m5.large" }, zones: ["eu-central-1a"], volume: { type: "gp3", size: "50Gi" } },
  },
  azure: {
    region: "westeurope",
    infrastructureConfig: infrastructure("azure", {
      zoned: true,
      networks: { vnet: { cidr: "10.250.0.0/16" }, workers: "10.250.0.0/16" },
    }),
    worker: { machine: { type: "Standard_D2s_v5" }, zones: ["1"], volume: { type: "StandardSSD_LRS", size: "50Gi" } },
  },
  gcp: {
    region: "europe-west3",
    infrastructureConfig: infrastructure("gcp", workers),
    controlPlaneConfig: controlPlane("gcp", { zone: "europe-west3-a" }),
    worker: { machine: { type: "n2-standard-2" }, zones: ["europe-west3-a"], volume: { type: "pd-ssd", size: "50Gi" } },
  },
  openstack: {
    region: "de-north-2",
    infrastructureConfig: infrastructure("openstack", { floatingPoolName: "FloatingIP-external-01", ...workers }),
    controlPlaneConfig: controlPlane("openstack", { loadBalancerProvider: "amphora" }),
    worker: { machine: { type: "g_c2_m8" }, zones: ["de-north-2a"] },
  },
  alicloud: {
    region: "eu-central-1",
    infrastructureConfig: infrastructure("alicloud", {
      networks: { vpc: { cidr: "10.250.0.0/16" }, zones: [{ name: "eu-central-1a", workers: "10.250.0.0/19" }] },
    }),
    worker: {
      machine: { type: "ecs.g7.large" },
      zones: ["eu-central-1a"],
      volume: { type: "cloud_essd", size: "50Gi" },
    },
  },
  local: { region: "local", worker: { machine: { type: "local" } }, networking: { nodes: "10.0.0.0/16" } },
  metal: {
    region: "frankfurt",
    annotations: { "cluster.metal-stack.io/tenant": "harborline" },
    infrastructureConfig: infrastructure("metal", {
      partitionID: "fra-equ01",
      projectID: "2e2b6f5c-7d0f-4a38-9a55-0b3f4f1c7a10",
      firewall: { size: "n1-medium-x86", image: "firewall-ubuntu-3.0.20260901", networks: ["internet"] },
    }),
    controlPlaneConfig: controlPlane("metal"),
    worker: { machine: { type: "n1-medium-x86" } },
  },
  hcloud: {
    region: "fsn1",
    infrastructureConfig: infrastructure("hcloud", workers),
    controlPlaneConfig: controlPlane("hcloud", { zone: "fsn1-dc14" }),
    worker: { machine: { type: "cx32" }, zones: ["fsn1-dc14"] },
  },
};

/** A request that creates a Shoot of this provider in a project with an account for it, without anything optional. */
export function smallestShoot(type: OfferedProvider, name: string) {
  const { region, annotations = {}, infrastructureConfig, controlPlaneConfig, worker, networking } = smallest[type];
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, annotations },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: type },
      region,
      credentialsBindingName: `${type}-account`,
      kubernetes: { version: "1.35" },
      networking: { type: "calico", nodes: "10.250.0.0/16", ...networking },
      provider: {
        type,
        ...(infrastructureConfig && { infrastructureConfig }),
        ...(controlPlaneConfig && { controlPlaneConfig }),
        workers: [{ name: "pool", minimum: 1, maximum: 2, ...worker }],
      },
    },
  };
}

/** A Shoot without workers. */
export function workerlessShoot(name: string) {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "aws" },
      region: "eu-central-1",
      kubernetes: { version: "" },
      provider: { type: "aws" },
    },
  };
}
