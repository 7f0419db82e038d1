import { expect, test } from "vitest";
import { findProviderConfigurationErrors } from "./find-provider-configuration-errors.ts";
import {
  type ProviderCase,
  providerShoot,
  textsOf,
  textsOfCase,
  textsOfUpdateCase,
  withFields,
} from "./provider-shoot.fixture.ts";

const group = "openstack.provider.extensions.gardener.cloud/v1alpha1";
const profile = {
  type: "openstack",
  regions: [{ name: "de-south-1", zones: [{ name: "de-south-1a" }, { name: "de-south-1b" }] }],
  providerConfig: {
    serverGroupPolicies: ["affinity", "soft-anti-affinity"],
    constraints: {
      floatingPools: [{ name: "public-*" }, { name: "south", region: "de-north-2" }],
      loadBalancerProviders: [{ name: "amphora" }, { name: "f5", region: "de-north-2" }],
    },
  },
};
const shoot = providerShoot(
  {
    type: "openstack",
    infrastructureConfig: {
      apiVersion: group,
      kind: "InfrastructureConfig",
      floatingPoolName: "public-01",
      networks: { workers: "10.250.0.0/16" },
    },
    controlPlaneConfig: { apiVersion: group, kind: "ControlPlaneConfig", loadBalancerProvider: "amphora" },
    workers: [{ name: "one", machine: { type: "g_c2_m8" }, minimum: 1, maximum: 2, zones: ["de-south-1a"] }],
  },
  "de-south-1",
);

const infra = "spec.provider.infrastructureConfig";
const networks = `${infra}.networks`;
const control = "spec.provider.controlPlaneConfig";
const worker = "spec.provider.workers[0]";
const id = "0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11";
const config = (fields: object) => ({ apiVersion: group, kind: "WorkerConfig", ...fields });

const cases: readonly ProviderCase[] = [
  [
    "the floating pool is one of the CloudProfile's, which can end with a wildcard",
    { [`${infra}.floatingPoolName`]: "public-02" },
    { [`${infra}.floatingPoolName`]: "private-01" },
    [`${infra}.floatingPoolName: Unsupported value: "private-01": supported values: "public-*"`],
  ],
  [
    "a region with pools of its own offers only those",
    { "spec.region": "de-north-2", [`${infra}.floatingPoolName`]: "south", [`${control}.loadBalancerProvider`]: "f5" },
    { "spec.region": "de-north-2", [`${control}.loadBalancerProvider`]: "f5" },
    [`${infra}.floatingPoolName: Unsupported value: "public-01": supported values: "south"`],
  ],
  [
    "the load balancer provider is one of the CloudProfile's for the region",
    {},
    { [`${control}.loadBalancerProvider`]: "f5" },
    [`${control}.loadBalancerProvider: Unsupported value: "f5": supported values: "amphora"`],
  ],
  [
    "there is a load balancer provider",
    {},
    { [`${control}.loadBalancerProvider`]: undefined },
    [
      `${control}.loadBalancerProvider: Unsupported value: "": supported values: "amphora"`,
      `${control}.loadBalancerProvider: Required value: must provide the name of a load balancer provider`,
    ],
  ],
  [
    "the workers have a range or a pool of subnets",
    { [`${networks}.workers`]: undefined, [`${networks}.subnetPool`]: { id, prefixLength: 24 } },
    { [`${networks}.workers`]: undefined },
    [
      `${networks}.workers: Required value: must specify either the network range for the worker network or a subnetPool`,
    ],
  ],
  [
    "the range of the workers lies in that of the nodes",
    { [`${networks}.workers`]: "10.250.0.0/17" },
    { [`${networks}.workers`]: "10.251.0.0/17" },
    [`${networks}.workers: Invalid value: "10.251.0.0/17": must be a subset of "networking.nodes" ("10.250.0.0/16")`],
  ],
  [
    "a router has a UUID",
    { [`${networks}.router`]: { id } },
    { [`${networks}.router`]: { id: "main" } },
    [`${networks}.router.id: Invalid value: "main": must be a valid UUID`],
  ],
  [
    "a router and a floating subnet exclude each other",
    { [`${infra}.floatingPoolSubnetName`]: "subnet-*" },
    { [`${infra}.floatingPoolSubnetName`]: "subnet-*", [`${networks}.router`]: { id } },
    [`${infra}.router: Forbidden: router cannot be set when a floating subnet name is provided`],
  ],
  [
    "a load balancer class chooses its floating subnet in one way",
    { [`${control}.loadBalancerClasses`]: [{ name: "internal", floatingSubnetName: "services" }] },
    {
      [`${control}.loadBalancerClasses`]: [
        { name: "internal", floatingSubnetName: "services", floatingSubnetTags: "internal" },
      ],
    },
    [`${control}.loadBalancerClasses[0]: Forbidden: specify floating subnet name and id or tags is not possible`],
  ],
  [
    "the network and the subnet of a load balancer class have UUIDs",
    {
      [`${control}.loadBalancerClasses`]: [{ name: "one", floatingNetworkID: id, floatingSubnetID: `urn:uuid:${id}` }],
    },
    { [`${control}.loadBalancerClasses`]: [{ name: "one", floatingNetworkID: "net", floatingSubnetID: "subnet" }] },
    [
      `${control}.loadBalancerClasses[0].floatingNetworkID: Invalid value: "net": must be a valid UUID`,
      `${control}.loadBalancerClasses[0].floatingSubnetID: Invalid value: "subnet": must be a valid UUID`,
    ],
  ],
  [
    "the amounts of a node template are not negative, and virtual ones are whole",
    {
      [`${worker}.providerConfig`]: config({
        nodeTemplate: { capacity: { cpu: "500m" }, virtualCapacity: { a: "2" } },
      }),
    },
    {
      [`${worker}.providerConfig`]: config({
        nodeTemplate: { capacity: { gpu: "-1" }, virtualCapacity: { a: "0.5" } },
      }),
    },
    [
      `${worker}.providerConfig.nodeTemplate.capacity.gpu: Invalid value: "-1": gpu value must not be negative`,
      `${worker}.providerConfig.nodeTemplate.virtualCapacity.a: Invalid value: "500m": a value must be a whole number`,
    ],
  ],
  [
    "the block of a pool needs no kind, and no version if it says nothing",
    { [`${worker}.providerConfig`]: {} },
    { [`${worker}.providerConfig`]: { kind: "WorkerConfig", additionalSecurityGroups: [] } },
    [expect.stringContaining("isn't a supported version")],
  ],
  [
    "a type of volume, even an empty one, comes with a size",
    { [`${worker}.volume`]: { type: "fast", size: "50Gi" } },
    { [`${worker}.volume`]: { type: "", size: "" } },
    [`${worker}.volume.type: Forbidden: specifying volume type without a custom volume size is not allowed`],
  ],
  [
    "a load balancer class is named once",
    { [`${control}.loadBalancerClasses`]: [{ name: "one" }, { name: "two" }] },
    { [`${control}.loadBalancerClasses`]: [{ name: "one" }, { name: "one" }] },
    [`${control}.loadBalancerClasses[1].name: Duplicate value: "one"`],
  ],
  [
    "a class for the VPN is the operator's",
    { [`${control}.loadBalancerClasses`]: [{ name: "one", purpose: "private" }] },
    { [`${control}.loadBalancerClasses`]: [{ name: "one", purpose: "vpn" }] },
    [
      `${control}.loadBalancerClasses[0]: Invalid value: "vpn": not allowed to specify a LoadBalancerClass with purpose "vpn"`,
    ],
  ],
  [
    "shared file systems need a share network",
    { [`${control}.storage`]: { csiManila: { enabled: true } }, [`${networks}.shareNetwork`]: { enabled: true } },
    { [`${control}.storage`]: { csiManila: { enabled: true } } },
    [
      `${control}.storage.csiManila.enabled: Invalid value: true: share network must be created if CSI manila driver is enabled`,
    ],
  ],
  [
    "a pool has a zone",
    {},
    { [`${worker}.zones`]: [] },
    [`${worker}.zones: Required value: at least one zone must be configured`],
  ],
  [
    "a volume with a type has a size",
    { [`${worker}.volume`]: { type: "ssd", size: "50Gi" } },
    { [`${worker}.volume`]: { type: "ssd" } },
    [`${worker}.volume.type: Forbidden: specifying volume type without a custom volume size is not allowed`],
  ],
  [
    "servers of one place are in one zone",
    { [`${worker}.providerConfig`]: config({ serverGroup: { policy: "affinity" } }) },
    {
      [`${worker}.providerConfig`]: config({ serverGroup: { policy: "affinity" } }),
      [`${worker}.zones`]: ["de-south-1a", "de-south-1b"],
    },
    [
      `${worker}.providerConfig.serverGroup.policy: Forbidden: using "affinity" policy with multiple availability zones is not allowed`,
    ],
  ],
  [
    "with both families the addresses of IPv6 are set",
    { "spec.networking.ipFamilies": ["IPv4", "IPv6"], [`${networks}.ipv6`]: { subnetPoolID: id } },
    { "spec.networking.ipFamilies": ["IPv4", "IPv6"] },
    [
      `${infra}: Required value: either networks.ipv6.subnetPoolID or networks.ipv6 CIDRs must be set for dual-stack shoots`,
    ],
  ],
];

test.each(cases)("on OpenStack %s", (...each) => {
  expect(textsOfCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});

const updates: readonly ProviderCase[] = [
  [
    "no part of the network changes",
    { [`${networks}.shareNetwork`]: { enabled: true } },
    { [`${infra}.floatingPoolName`]: "public-02", [`${networks}.workers`]: "10.250.0.0/17" },
    [
      `${networks}.workers: Invalid value: "10.250.0.0/17": field is immutable`,
      `${infra}.floatingPoolName: Invalid value: "public-02": field is immutable`,
    ],
  ],
  [
    "a load balancer provider that the CloudProfile offers can be taken",
    {},
    { [`${control}.loadBalancerProvider`]: "octavia" },
    [`${control}.loadBalancerProvider: Unsupported value: "octavia": supported values: "amphora"`],
  ],
];

test.each(updates)("on OpenStack %s", (...each) => {
  expect(textsOfUpdateCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});

test("floating pools for a domain are judged once the domain of the account is known", () => {
  const ofDomain = withFields(profile, {
    "providerConfig.constraints.floatingPools": [{ name: "corp", domain: "hq" }],
  });
  const judged = (domain: string | undefined, name: string) =>
    textsOf(
      findProviderConfigurationErrors({
        shoot: withFields(shoot, { [`${infra}.floatingPoolName`]: name }),
        profile: ofDomain,
        domain,
      }),
    );
  expect(judged(undefined, "other")).toEqual([]);
  expect(judged("hq", "corp")).toEqual([]);
  expect(judged("hq", "other")).toEqual([
    `${infra}.floatingPoolName: Unsupported value: "other": supported values: "corp"`,
  ]);
});

test.each([id.replaceAll("-", ""), `{${id}}`, id.toUpperCase()])(
  "on OpenStack a network can have the UUID %s",
  (form) => {
    expect(textsOfCase({ shoot, profile }, ["", { [`${networks}.id`]: form }, {}, []]).accepted).toEqual([]);
  },
);
