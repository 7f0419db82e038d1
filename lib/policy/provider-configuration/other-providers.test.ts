import { expect, test } from "vitest";
import {
  findLaterProviderErrors,
  findProviderAdmissionErrors,
  findProviderConfigurationErrors,
} from "./find-provider-configuration-errors.ts";
import {
  type ProviderCase,
  providerShoot,
  textsOf,
  textsOfCase,
  textsOfUpdateCase,
  withFields,
} from "./provider-shoot.fixture.ts";

const infra = "spec.provider.infrastructureConfig";
const networks = `${infra}.networks`;
const control = "spec.provider.controlPlaneConfig";
const worker = "spec.provider.workers[0]";
const groupOf = (type: string) => `${type}.provider.extensions.gardener.cloud/v1alpha1`;
const pool = {
  name: "one",
  machine: { type: "large", image: { name: "ubuntu", version: "24.4.0" } },
  minimum: 1,
  maximum: 2,
};
const regions = (...zones: readonly string[]) => [{ name: "home", zones: zones.map((name) => ({ name })) }];

const alicloud = {
  profile: { type: "alicloud", regions: regions("home-a", "home-b") },
  shoot: withFields(
    providerShoot(
      {
        type: "alicloud",
        infrastructureConfig: {
          apiVersion: groupOf("alicloud"),
          kind: "InfrastructureConfig",
          networks: { vpc: { cidr: "10.250.0.0/16" }, zones: [{ name: "home-a", workers: "10.250.0.0/19" }] },
        },
        workers: [{ ...pool, zones: ["home-a"], volume: { type: "cloud_essd", size: "50Gi" } }],
      },
      "home",
    ),
    { "spec.networking.pods": "192.168.0.0/16", "spec.networking.services": "172.16.0.0/16" },
  ),
};

const alicloudCases: readonly ProviderCase[] = [
  [
    "a range of the network that cannot be read counts as one of Alibaba Cloud",
    {},
    { "spec.networking.pods": "192.168.0.0" },
    [
      'spec.networking.pods: Invalid value: "192.168.0.0": must not overlap with 100.64.0.0/10, it is reserved by Alicloud',
    ],
  ],
  [
    "the control plane has other fields, but no field of another type",
    { [control]: { apiVersion: groupOf("alicloud"), kind: "ControlPlaneConfig", zone: "home-a" } },
    { [control]: { apiVersion: groupOf("alicloud"), kind: "ControlPlaneConfig", csi: { enableADController: 1 } } },
    [expect.stringContaining("isn't a supported version")],
  ],
  [
    "the name of a data volume has 64 bytes at most",
    { [`${worker}.dataVolumes`]: [{ name: "x".repeat(64), type: "cloud_essd", size: "50Gi" }] },
    { [`${worker}.dataVolumes`]: [{ name: "x".repeat(65), type: "cloud_essd", size: "50Gi" }] },
    [`${worker}.dataVolumes[0].name: Too long: may not be more than 64 bytes`],
  ],
  [
    "there is exactly one of the VPC's id and its range",
    { [`${networks}.vpc`]: { id: "vpc-1" } },
    { [`${networks}.vpc.id`]: "vpc-1" },
    ['networks.vpc: Invalid value: {"cidr":"10.250.0.0/16","id":"vpc-1"}: must specify either a vpc id or a cidr'],
  ],
  [
    "each zone of each pool has an entry",
    {
      [`${networks}.zones[1]`]: { name: "home-b", workers: "10.250.32.0/19" },
      [`${worker}.zones`]: ["home-a", "home-b"],
    },
    { [`${worker}.zones`]: ["home-a", "home-b"] },
    [`${worker}.zones[1]: Invalid value: "home-b": supported values [home-a]`],
  ],
  [
    "the ranges of the zones do not overlap",
    { [`${networks}.zones[1]`]: { name: "home-b", workers: "10.250.32.0/19" } },
    { [`${networks}.zones[1]`]: { name: "home-b", workers: "10.250.16.0/20" } },
    [
      'networks.zones[1].workers: Invalid value: "10.250.16.0/20": must not overlap with "networks.zones[0].workers" ("10.250.0.0/19")',
    ],
  ],
  [
    "no range is one that Alicloud keeps for itself",
    { "spec.networking.pods": "100.32.0.0/11" },
    { "spec.networking.pods": "100.96.0.0/11" },
    [
      'spec.networking.pods: Invalid value: "100.96.0.0/11": must not overlap with 100.64.0.0/10, it is reserved by Alicloud',
    ],
  ],
  [
    "a NAT gateway has an address",
    { [`${networks}.zones[0].natGateway`]: { eipAllocationID: "eip-1" } },
    { [`${networks}.zones[0].natGateway`]: {} },
    ["networks.zones[0].natGateway: Invalid value: {}: eip id is not specified"],
  ],
  [
    "a pool has a volume and zones",
    {},
    { [`${worker}.volume`]: undefined, [`${worker}.zones`]: [] },
    [
      `${worker}.volume: Required value: must not be nil`,
      `${worker}.zones: Required value: at least one zone must be configured`,
    ],
  ],
  [
    "dual-stack needs a region with network load balancers",
    { "spec.region": "eu-central-1", [`${infra}.dualStack`]: { enabled: true } },
    { "spec.region": "cn-nowhere", [`${infra}.dualStack`]: { enabled: true } },
    [expect.stringContaining('region: Invalid value: "cn-nowhere": region cn-nowhere does not support NLB')],
  ],
];

test.each(alicloudCases)("on Alicloud %s", (...each) => {
  expect(textsOfCase(alicloud, each)).toEqual({ accepted: [], refused: each[3] });
});

const alicloudUpdates: readonly ProviderCase[] = [
  [
    "a zone can be added and not removed",
    { [`${networks}.zones[1]`]: { name: "home-b", workers: "10.250.32.0/19" } },
    { [`${networks}.zones`]: [] },
    [
      "networks.zones: Forbidden: zones cannot be removed",
      "networks.zones: Required value: must specify at least the network for one zone",
      `${worker}.zones[0]: Invalid value: "home-a": supported values []`,
    ],
  ],
  [
    "the ranges of the network stay",
    {},
    { "spec.networking.pods": "192.0.0.0/11" },
    ['spec.networking.pods: Invalid value: "192.0.0.0/11": field is immutable'],
  ],
];

test.each(alicloudUpdates)("on Alicloud %s", (...each) => {
  expect(textsOfUpdateCase(alicloud, each)).toEqual({ accepted: [], refused: each[3] });
});

const hcloud = {
  profile: { type: "hcloud", regions: regions("fsn1", "fsn1-dc14") },
  shoot: providerShoot(
    {
      type: "hcloud",
      infrastructureConfig: {
        apiVersion: groupOf("hcloud"),
        kind: "InfrastructureConfig",
        networks: { workers: "10.250.0.0/16" },
      },
      controlPlaneConfig: { apiVersion: groupOf("hcloud"), kind: "ControlPlaneConfig", zone: "fsn1" },
      workers: [{ ...pool, zones: ["fsn1"] }],
    },
    "home",
  ),
};

const hcloudCases: readonly ProviderCase[] = [
  [
    "a pool that can have nodes has one at least",
    { [`${worker}.minimum`]: 0, [`${worker}.maximum`]: 0 },
    { [`${worker}.minimum`]: 0 },
    [
      `${worker}.minimum: Forbidden: minimum value must be >= 1 if maximum value > 0 (auto scaling to 0 is not supported)`,
    ],
  ],
  [
    "a zone is named once in a pool",
    { [`${worker}.zones`]: ["fsn1", "fsn1-dc14"] },
    { [`${worker}.zones`]: ["fsn1", "fsn1"] },
    [`${worker}.zones[1]: Invalid value: "fsn1": must only be specified once per worker group`],
  ],
  [
    "a placement group has no more than ten servers",
    { [`${worker}.providerConfig`]: { placementGroupType: "spread" }, [`${worker}.maximum`]: 10 },
    { [`${worker}.providerConfig`]: { placementGroupType: "spread" }, [`${worker}.maximum`]: 11 },
    [
      `${worker}.maximum: Forbidden: When the workers of this pool should be placed in a placmentgroup, the pool must not be lager than 10 - MaxSurge`,
    ],
  ],
  [
    "the workers have a range, and the control plane is in a zone of a pool",
    { [`${networks}.workers`]: undefined, [`${networks}.workersConfiguration`]: { cidr: "10.250.0.0/16" } },
    { [`${networks}.workers`]: undefined, [`${control}.zone`]: "nbg1" },
    [
      "networks.workers: Required value: networks.workersConfiguration or networks.workers is a required field",
      `${control}.zone: Invalid value: "nbg1": must be part of at least one worker zone`,
    ],
  ],
];

test.each(hcloudCases)("on hcloud %s", (...each) => {
  expect(textsOfCase(hcloud, each)).toEqual({ accepted: [], refused: each[3] });
});

test("the admission of hcloud lets pass what its infrastructure then cannot do", () => {
  const input = { ...hcloud, shoot: withFields(hcloud.shoot, { [`${networks}.workers`]: undefined }) };
  expect(findProviderAdmissionErrors(input)).toEqual([]);
  expect(findLaterProviderErrors(input)).toHaveLength(1);
});

test("clusters of unknown providers and those without workers have no errors", () => {
  const other = providerShoot({ type: "stackit", workers: [pool] }, "eu01");
  expect(findProviderConfigurationErrors({ shoot: other, profile: { type: "stackit" } })).toEqual([]);
  const workerless = withFields(alicloud.shoot, { "spec.provider": { type: "alicloud" } });
  expect(findProviderConfigurationErrors({ ...alicloud, shoot: workerless })).toEqual([]);
});

const unreadable = [
  ["an unknown field", { [`${networks}.vpc.cird`]: "10.0.0.0/8" }, "networks.vpc.cird"],
  ["a field of another type", { [`${networks}.zones[0].workers`]: 5 }, "networks.zones[0].workers"],
  ["another API version", { [`${infra}.apiVersion`]: groupOf("aws") }, "apiVersion"],
  ["another kind", { [`${infra}.kind`]: "ControlPlaneConfig" }, "kind"],
] as const;

test.each(unreadable)("a block with %s cannot be read, and the error names it", (_, changes, name) => {
  const errors = findProviderConfigurationErrors({ ...alicloud, shoot: withFields(alicloud.shoot, changes) });
  expect(errors).toMatchObject([
    { path: infra, code: "PROVIDER_BLOCK_UNREADABLE", type: "Forbidden", facts: { name } },
  ]);
  expect(textsOf(errors)).toEqual([
    `${infra}: Forbidden: not allowed to configure an unsupported infrastructureConfig`,
  ]);
});

test("a missing block is an error", () => {
  const errors = findProviderConfigurationErrors({
    ...alicloud,
    shoot: withFields(alicloud.shoot, { [infra]: undefined }),
  });
  expect(textsOf(errors)).toEqual([`${infra}: Required value: InfrastructureConfig must be set for Alicloud shoots`]);
});

const local = {
  profile: { type: "local", regions: regions() },
  shoot: withFields(providerShoot({ type: "local", workers: [pool] }, "home"), {
    "spec.networking.nodes": "10.0.0.0/16",
  }),
};

const localCases: readonly ProviderCase[] = [
  [
    "the nodes have a part of the range that kind has for them",
    { "spec.networking.nodes": "10.0.128.0/17" },
    { "spec.networking.nodes": "10.250.0.0/16" },
    ['spec.networking.nodes: Invalid value: "10.250.0.0/16": nodes CIDR must be a subnet of 10.0.0.0/16'],
  ],
  [
    "the range of the nodes is one, also of IPv6",
    { "spec.networking.nodes": "fd00:10:1:100::/64" },
    { "spec.networking.nodes": "10.0.0.0" },
    ['spec.networking.nodes: Invalid value: "10.0.0.0": nodes CIDR must be a valid CIDR'],
  ],
  [
    "nodes beside a control plane of their own, without an account, are on the network of kind",
    { "spec.networking.nodes": "172.18.0.0/25", [`${worker}.controlPlane`]: {} },
    { [`${worker}.controlPlane`]: {} },
    ['spec.networking.nodes: Invalid value: "10.0.0.0/16": nodes CIDR must be a subnet of 172.18.0.0/24'],
  ],
];

// @source Gardener: pkg/provider-local/admission/validator/shoot.go, ValidateShootNodesCIDR
test.each(localCases)("on local %s", (...each) => {
  expect(textsOfCase(local, each)).toEqual({ accepted: [], refused: each[3] });
});

test("on local nodes are judged when their range changes", () => {
  const outside: ProviderCase = ["", { "metadata.name": "two" }, { "spec.networking.nodes": "10.1.0.0/16" }, []];
  const before = { ...local, shoot: withFields(local.shoot, { "spec.networking.nodes": "10.250.0.0/16" }) };
  const { accepted, refused } = textsOfUpdateCase(before, outside);
  expect([accepted, refused.length]).toEqual([[], 1]);
});
