import { expect, test } from "vitest";
import { type ProviderCase, providerShoot, textsOfCase, textsOfUpdateCase } from "./provider-shoot.fixture.ts";

const group = "gcp.provider.extensions.gardener.cloud/v1alpha1";
const zones = ["europe-west3-a", "europe-west3-b"];
const profile = { type: "gcp", regions: [{ name: "europe-west3", zones: zones.map((name) => ({ name })) }] };
const shoot = providerShoot(
  {
    type: "gcp",
    infrastructureConfig: { apiVersion: group, kind: "InfrastructureConfig", networks: { workers: "10.250.0.0/16" } },
    controlPlaneConfig: { apiVersion: group, kind: "ControlPlaneConfig", zone: "europe-west3-a" },
    workers: [
      {
        name: "one",
        machine: { type: "n2-standard-2" },
        minimum: 1,
        maximum: 2,
        zones: ["europe-west3-a"],
        volume: { type: "pd-balanced", size: "50Gi" },
      },
    ],
  },
  "europe-west3",
);

const infra = "spec.provider.infrastructureConfig";
const networks = `${infra}.networks`;
const control = "spec.provider.controlPlaneConfig";
const worker = "spec.provider.workers[0]";
const config = (fields: object) => ({ apiVersion: group, kind: "WorkerConfig", ...fields });

const cases: readonly ProviderCase[] = [
  [
    "the workers have a range",
    {},
    { [`${networks}.workers`]: undefined },
    [`${networks}.workers: Required value: must specify the network range for the worker network`],
  ],
  [
    "the range of the workers lies in that of the nodes",
    { [`${networks}.workers`]: "10.250.0.0/17" },
    { [`${networks}.workers`]: "10.251.0.0/17" },
    [`${networks}.workers: Invalid value: "10.251.0.0/17": must be a subset of "networking.nodes" ("10.250.0.0/16")`],
  ],
  [
    "the older field of the workers' range has the same rules",
    { [`${networks}.workers`]: undefined, [`${networks}.worker`]: "10.250.0.0/17" },
    { [`${networks}.workers`]: undefined, [`${networks}.worker`]: "10.250.0.1/17" },
    [`${networks}.worker: Invalid value: "10.250.0.1/17": must be valid canonical CIDR`],
  ],
  [
    "the range of internal load balancers is apart from the workers, the nodes, the Pods and the services",
    { [`${networks}.internal`]: "10.251.0.0/22" },
    { [`${networks}.internal`]: "10.250.0.0/22" },
    [
      `${networks}.internal: Invalid value: "10.250.0.0/22": must not overlap with "networking.nodes" ("10.250.0.0/16")`,
      `${networks}.internal: Invalid value: "10.250.0.0/22": must not overlap with "${networks}.workers" ("10.250.0.0/16")`,
    ],
  ],
  [
    "an existing VPC has a name and a cloud router",
    { [`${networks}.vpc`]: { name: "hub", cloudRouter: { name: "hub-router" } } },
    { [`${networks}.vpc`]: { name: "hub" } },
    [`${networks}.vpc.cloudRouter: Invalid value: null: cloud router must be defined when reusing a VPC`],
  ],
  [
    "a VPC without a name has no cloud router",
    {},
    { [`${networks}.vpc`]: { cloudRouter: { name: "hub-router" } } },
    [
      `${networks}.vpc.name: Invalid value: "": vpc name must not be empty when vpc key is provided`,
      `${networks}.vpc.cloudRouter: Invalid value: {"name":"hub-router"}: cloud router can not be configured when the VPC name is not specified`,
    ],
  ],
  [
    "the name of a VPC has the form of one",
    { [`${networks}.vpc`]: { name: "h", cloudRouter: { name: "r" } } },
    { [`${networks}.vpc`]: { name: "Hub", cloudRouter: { name: "" } } },
    [
      `${networks}.vpc.name: Invalid value: "Hub": does not match expected regex ^[a-z]([-a-z0-9]*[a-z0-9])?$`,
      `${networks}.vpc.cloudRouter.name: Invalid value: {"name":""}: cloud router name must be specified when reusing a VPC`,
    ],
  ],
  [
    "the MTU is between 1300 and 8896",
    { [`${networks}.mtu`]: 1300 },
    { [`${networks}.mtu`]: 1299 },
    [`${networks}.mtu: Invalid value: 1299: mtu must be between 1300 and 8896`],
  ],
  [
    "the MTU of an existing VPC is not set",
    { [`${networks}.mtu`]: 8896 },
    { [`${networks}.mtu`]: 8897, [`${networks}.vpc`]: { name: "hub", cloudRouter: { name: "r" } } },
    [
      `${networks}.mtu: Forbidden: mtu cannot be configured when using an existing VPC`,
      `${networks}.mtu: Invalid value: 8897: mtu must be between 1300 and 8896`,
    ],
  ],
  [
    "with dynamic ports their numbers are powers of two, the least below the most",
    { [`${networks}.cloudNAT`]: { enableDynamicPortAllocation: true, minPortsPerVM: 64, maxPortsPerVM: 128 } },
    { [`${networks}.cloudNAT`]: { enableDynamicPortAllocation: true, minPortsPerVM: 100, maxPortsPerVM: 64 } },
    [
      `${networks}.cloudNAT.minPortsPerVM: Invalid value: 100: minPortsPerVM must be a power of two if dynamic port allocation is enabled.`,
      `${networks}.cloudNAT.minPortsPerVM: Invalid value: 100: minPortsPerVM may not be greater than maxPortsPerVM.`,
    ],
  ],
  [
    "without dynamic ports there is no most",
    { [`${networks}.cloudNAT`]: { minPortsPerVM: 100 } },
    { [`${networks}.cloudNAT`]: { minPortsPerVM: 64, maxPortsPerVM: 128 } },
    [
      `${networks}.cloudNAT.maxPortsPerVM: Invalid value: 64: maxPortsPerVM are only configurable if dynamic port allocation is enabled.`,
    ],
  ],
  [
    "flow logs say something that Google knows",
    { [`${networks}.flowLogs`]: { aggregationInterval: "INTERVAL_5_SEC", flowSampling: 0.5 } },
    { [`${networks}.flowLogs`]: { aggregationInterval: "INTERVAL_1_SEC", flowSampling: 1.5 } },
    [
      `${networks}.flowLogs.aggregationInterval: Unsupported value: "INTERVAL_1_SEC": supported values: "INTERVAL_5_SEC", "INTERVAL_30_SEC", "INTERVAL_1_MIN", "INTERVAL_5_MIN", "INTERVAL_10_MIN", "INTERVAL_15_MIN"`,
      `${networks}.flowLogs.flowSampling: Invalid value: 1.5: must be between 0 and 1`,
    ],
  ],
  [
    "the zone of the control plane's volumes is one of the pools'",
    { [`${control}.zone`]: "europe-west3-b", [`${worker}.zones`]: ["europe-west3-a", "europe-west3-b"] },
    { [`${control}.zone`]: "europe-west3-b" },
    [`${control}.zone: Invalid value: "europe-west3-b": must be part of at least one worker zone`],
  ],
  [
    "the zone of the control plane's volumes is one of the region",
    {},
    { [`${control}.zone`]: "europe-west3-z", [`${worker}.zones`]: ["europe-west3-z"] },
    [`${control}.zone: Unsupported value: "europe-west3-z": supported values: "europe-west3-a", "europe-west3-b"`],
  ],
  [
    "there is a controlPlaneConfig",
    {},
    { [control]: undefined },
    [`${control}: Required value: controlPlaneConfig must be set for GCP shoots`],
  ],
  [
    "a hyperdisk as the default StorageClass is enabled, with its performance",
    {
      [`${control}.storage`]: {
        defaultStorageClass: "gce-sc-hd-extreme",
        hyperDiskExtreme: { enabled: true, provisionedIopsOnCreate: 5000 },
      },
    },
    { [`${control}.storage`]: { defaultStorageClass: "gce-sc-hd-extreme", hyperDiskBalanced: { enabled: true } } },
    [
      `${control}.storage.defaultStorageClass: Invalid value: "gce-sc-hd-extreme": the corresponding StorageClass must have enabled set to true`,
      `${control}.storage.hyperDiskBalanced.provisionedIopsOnCreate: Required value: provisionedIopsOnCreate is required when enabled`,
      `${control}.storage.hyperDiskBalanced.provisionedThroughputOnCreate: Required value: provisionedThroughputOnCreate is required when enabled`,
    ],
  ],
  [
    "a pool boots from no scratch disk, and has zones",
    {},
    { [`${worker}.volume.type`]: "SCRATCH", [`${worker}.zones`]: [], [`${control}.zone`]: "europe-west3-a" },
    [
      `${worker}.volume.type: Invalid value: "SCRATCH": type SCRATCH is not allowed as boot disk`,
      `${worker}.zones: Required value: at least one zone must be configured`,
      `${control}.zone: Invalid value: "europe-west3-a": must be part of at least one worker zone`,
    ],
  ],
  [
    "a service account has an address of Google and scopes",
    {
      [`${worker}.providerConfig`]: config({
        serviceAccount: {
          email: "a@b.iam.gserviceaccount.com",
          scopes: ["https://www.googleapis.com/auth/cloud-platform"],
        },
      }),
    },
    { [`${worker}.providerConfig`]: config({ serviceAccount: { email: "a@b.iam.gserviceaccount.com" } }) },
    ["spec.provider.providerConfig.serviceAccount.scopes: Required value: must have at least one scope"],
  ],
  [
    "accelerators are at least one",
    { [`${worker}.providerConfig`]: config({ gpu: { acceleratorType: "nvidia-l4", count: 1 } }) },
    { [`${worker}.providerConfig`]: config({ gpu: { acceleratorType: "nvidia-l4", count: 0 } }) },
    ["spec.provider.providerConfig.gpu.count: Forbidden: must be > 0 when providing gpu"],
  ],
  // Rules of ValidateWorkerConfig; the extension names their fields without the pool.
  [
    "the disk for booting has only a performance that its type takes (validateHyperDisk)",
    {
      [`${worker}.volume.type`]: "hyperdisk-balanced",
      [`${worker}.providerConfig`]: config({ bootVolume: { provisionedIops: 3000, provisionedThroughput: 200 } }),
    },
    { [`${worker}.providerConfig`]: config({ bootVolume: { provisionedIops: 3000, provisionedThroughput: 200 } }) },
    [
      "spec.provider.providerConfig.bootVolume.provisionedIops: Forbidden: is only allowed for types: [pd-extreme hyperdisk-extreme hyperdisk-balanced]",
      "spec.provider.providerConfig.bootVolume.provisionedThroughput: Forbidden: is only allowed for types: [hyperdisk-throughput hyperdisk-balanced]",
    ],
  ],
  [
    "so has a data volume, and its image has a form (validateDataVolumeConfigs)",
    {
      [`${worker}.dataVolumes`]: [{ name: "a", type: "pd-extreme", size: "9Gi" }],
      [`${worker}.providerConfig`]: config({ dataVolumes: [{ name: "a", provisionedIops: 1, sourceImage: "p/i" }] }),
    },
    {
      [`${worker}.dataVolumes`]: [{ name: "a", type: "pd-ssd", size: "9Gi" }],
      [`${worker}.providerConfig`]: config({ dataVolumes: [{ name: "a", provisionedIops: 1, sourceImage: "P" }] }),
    },
    [
      'spec.provider.providerConfig.dataVolumes[0].sourceImage: Invalid value: "P": does not match expected regex ^[a-z0-9\\-/]+$',
      "spec.provider.providerConfig.dataVolumes[0].provisionedIops: Forbidden: is only allowed for types: [pd-extreme hyperdisk-extreme hyperdisk-balanced]",
    ],
  ],
  [
    "the least CPU platform has a form (validateMinCPUsPlatform)",
    { [`${worker}.providerConfig`]: config({ minCpuPlatform: "Intel Haswell" }) },
    { [`${worker}.providerConfig`]: config({ minCpuPlatform: "Intel_Haswell" }) },
    [
      'spec.provider.providerConfig.minCpuPlatform: Invalid value: "Intel_Haswell": does not match expected regex ^[A-Za-z0-9\\s]+$',
    ],
  ],
  [
    "the account of a key is one of GCP (validateDiskEncryption)",
    {
      [`${worker}.providerConfig`]: config({
        volume: { encryption: { kmsKeyName: "k", kmsKeyServiceAccount: "a@p.iam.gserviceaccount.com" } },
      }),
    },
    {
      [`${worker}.providerConfig`]: config({
        volume: { encryption: { kmsKeyName: "k", kmsKeyServiceAccount: "" } },
      }),
    },
    [
      'spec.provider.providerConfig.volume.encryption.kmsKeyServiceAccount: Invalid value: "": must not be fewer than 1 characters, got 0',
    ],
  ],
  [
    "the capacity of a node is not negative (validateNodeTemplate)",
    { [`${worker}.providerConfig`]: config({ nodeTemplate: { capacity: { cpu: "1" } } }) },
    { [`${worker}.providerConfig`]: config({ nodeTemplate: { capacity: { cpu: "-1" } } }) },
    ['spec.provider.providerConfig.nodeTemplate.capacity.cpu: Invalid value: "-1": cpu value must not be negative'],
  ],
];

test.each(cases)("on GCP %s", (...each) => {
  expect(textsOfCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});

const updates: readonly ProviderCase[] = [
  [
    "the range of the workers only grows",
    { [`${networks}.workers`]: "10.248.0.0/14", "spec.networking.nodes": "10.248.0.0/14" },
    { [`${networks}.workers`]: "10.250.0.0/17" },
    [`${networks}.workers: Invalid value: "10.250.0.0/17": worker CIDR blocks can only be expanded`],
  ],
  [
    "the zone of the control plane's volumes stays",
    { [`${worker}.zones`]: ["europe-west3-a", "europe-west3-b"] },
    { [`${worker}.zones`]: ["europe-west3-a", "europe-west3-b"], [`${control}.zone`]: "europe-west3-b" },
    [`${control}.zone: Invalid value: "europe-west3-b": field is immutable`],
  ],
  ["the MTU stays", {}, { [`${networks}.mtu`]: 1500 }, [`${networks}.mtu: Invalid value: 1500: field is immutable`]],
];

test.each(updates)("on GCP %s", (...each) => {
  expect(textsOfUpdateCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});
