import { expect, test } from "vitest";
import { azureCases, type ProviderCase, textsOfCase, textsOfUpdateCase } from "./provider-shoot.fixture.ts";

const infra = "spec.provider.infrastructureConfig";
const networks = `${infra}.networks`;
const worker = "spec.provider.workers[0]";
const perZone = {
  [`${networks}.workers`]: undefined,
  [`${networks}.zones`]: [
    { name: 1, cidr: "10.250.0.0/24" },
    { name: 2, cidr: "10.250.1.0/24" },
  ],
};

const subscription = "0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11";
const plan = (name: string) =>
  `/subscriptions/${subscription}/resourceGroups/hub/providers/Microsoft.Network/ddosProtectionPlans/${name}`;

const cases: readonly ProviderCase[] = [
  [
    "there are either workers or zones",
    perZone,
    { [`${networks}.workers`]: undefined },
    [`${networks}.workers: Forbidden: either workers or zones must be specified`],
  ],
  [
    "there are not workers and zones",
    {},
    { ...perZone, [`${networks}.workers`]: "10.250.0.0/17" },
    [`${networks}.workers: Forbidden: workers and zones cannot be specified in parallel`],
  ],
  [
    "an existing VNet has a name and a resource group",
    { [`${networks}.vnet`]: { name: "hub", resourceGroup: "shared" } },
    { [`${networks}.vnet`]: { name: "hub" } },
    [`${networks}.vnet: Invalid value: {"name":"hub"}: vnet name and resource group need to be specified together`],
  ],
  [
    "an existing VNet has no range",
    {},
    { [`${networks}.vnet`]: { name: "hub", resourceGroup: "shared", cidr: "10.0.0.0/8" } },
    [
      `${networks}.vnet.cidr: Invalid value: {"name":"hub","resourceGroup":"shared","cidr":"10.0.0.0/8"}: specifying a cidr for an existing vnet is not possible`,
    ],
  ],
  [
    "a protection plan is a resource of a subscription",
    { [`${networks}.vnet.ddosProtectionPlanID`]: plan("ddos-plan") },
    { [`${networks}.vnet.ddosProtectionPlanID`]: plan("p").replace(subscription, "mine").replace("/hub/", "/h./") },
    [
      `${networks}.vnet.ddosProtectionPlanID: Invalid value: "mine": must be a valid Azure subscription ID`,
      `${networks}.vnet.ddosProtectionPlanID.resourceGroupName: Invalid value: "h.": does not match expected regex ^[A-Za-z0-9_().-]{1,89}[A-Za-z0-9_()-]$`,
      `${networks}.vnet.ddosProtectionPlanID: Invalid value: "p": must not be fewer than 3 characters, got 1`,
    ],
  ],
  [
    "nothing else is said of a VNet whose protection plan cannot be read",
    {},
    { [`${networks}.vnet`]: { cidr: "10.251.0.0/16", ddosProtectionPlanID: "/resourceGroups/hub" } },
    [`${networks}.vnet.ddosProtectionPlanID: Invalid value: "/resourceGroups/hub": invalid DDoS protection plan ID`],
  ],
  [
    "the range of the VNet holds that of the nodes and of the workers",
    { [`${networks}.vnet.cidr`]: "10.248.0.0/14" },
    { [`${networks}.vnet.cidr`]: "10.250.128.0/17" },
    [
      `networking.nodes: Invalid value: "10.250.0.0/16": must be a subset of "${networks}.vnet.cidr" ("10.250.128.0/17")`,
      `${networks}.workers: Invalid value: "10.250.0.0/17": must be a subset of "${networks}.vnet.cidr" ("10.250.128.0/17")`,
    ],
  ],
  [
    "without anything about the VNet the workers' range holds the nodes",
    { [`${networks}.vnet`]: {}, [`${networks}.workers`]: "10.250.0.0/16" },
    { [`${networks}.vnet`]: {} },
    [`networking.nodes: Invalid value: "10.250.0.0/16": must be a subset of "${networks}.workers" ("10.250.0.0/17")`],
  ],
  [
    "the ranges of the zones do not overlap",
    perZone,
    { ...perZone, [`${networks}.zones[1].cidr`]: "10.250.0.128/25" },
    [
      `${networks}.zones[1].cidr: Invalid value: "10.250.0.128/25": must not overlap with "${networks}.zones[0].cidr" ("10.250.0.0/24")`,
    ],
  ],
  [
    "a zone is a number",
    perZone,
    { ...perZone, [`${networks}.zones[1].name`]: "2" },
    [`${infra}: Forbidden: not allowed to configure an unsupported infrastructureConfig`],
  ],
  [
    "a zone is one of the region",
    perZone,
    { ...perZone, [`${networks}.zones[1].name`]: 4 },
    [`${networks}.zones[1].name: Unsupported value: 4: supported values: "1", "2", "3"`],
  ],
  [
    "a zone has one subnet",
    {},
    { ...perZone, [`${networks}.zones[1].name`]: 1 },
    [`${networks}.zones[1]: Invalid value: 1: the same zone cannot be specified multiple times`],
  ],
  [
    "each zone of a pool has a subnet if one has",
    { ...perZone, [`${worker}.zones`]: ["1", "2"] },
    { ...perZone, [`${worker}.zones`]: ["1", "3"] },
    [
      `${worker}.zones[1]: Invalid value: "3": zone configuration must be specified in "infrastructureConfig.networks.zones"`,
    ],
  ],
  [
    "a cluster with zones has them in every pool, another one in none",
    { [`${infra}.zoned`]: false, [`${worker}.zones`]: undefined },
    { [`${infra}.zoned`]: false },
    [`${worker}.zones: Required value: zones must not be specified for non zoned clusters`],
  ],
  [
    "a zoned cluster has a zone in every pool",
    {},
    { [`${worker}.zones`]: [] },
    [`${worker}.zones: Required value: at least one zone must be configured for zoned clusters`],
  ],
  [
    "a NAT gateway keeps idle connections for 4 minutes at least",
    { [`${networks}.natGateway`]: { enabled: true, idleConnectionTimeoutMinutes: 4 } },
    { [`${networks}.natGateway`]: { enabled: true, idleConnectionTimeoutMinutes: 3 } },
    [
      `${networks}.natGateway.idleConnectionTimeoutMinutes: Invalid value: 3: idleConnectionTimeoutMinutes values must range between 4 and 120`,
    ],
  ],
  [
    "a NAT gateway keeps idle connections for 120 minutes at most",
    { [`${networks}.natGateway`]: { enabled: true, idleConnectionTimeoutMinutes: 120 } },
    { [`${networks}.natGateway`]: { enabled: true, idleConnectionTimeoutMinutes: 121 } },
    [
      `${networks}.natGateway.idleConnectionTimeoutMinutes: Invalid value: 121: idleConnectionTimeoutMinutes values must range between 4 and 120`,
    ],
  ],
  [
    "a NAT gateway that is off has no settings",
    { [`${networks}.natGateway`]: { enabled: false } },
    { [`${networks}.natGateway`]: { enabled: false, zone: 1 } },
    [
      `${networks}.natGateway: Invalid value: {"enabled":false,"zone":1}: NatGateway is disabled but additional NatGateway config is passed`,
    ],
  ],
  [
    "addresses belong to a NAT gateway with a zone, and to that zone",
    { [`${networks}.natGateway`]: { enabled: true, zone: 1, ipAddresses: [{ name: "ip", resourceGroup: "g1" }] } },
    {
      [`${networks}.natGateway`]: {
        enabled: true,
        zone: 1,
        ipAddresses: [{ name: "ip", resourceGroup: "g1", zone: 2 }],
      },
    },
    [
      `${networks}.natGateway.ipAddresses[0].zone: Invalid value: 2: Public IP can't be used as it is not in the same zone as the NatGateway (zone 1)`,
    ],
  ],
  [
    "with subnets per zone the gateway is one per zone",
    {
      ...perZone,
      [`${networks}.zones[0].natGateway`]: { enabled: true, idleConnectionTimeoutMinutes: 10 },
    },
    { ...perZone, [`${networks}.natGateway`]: { enabled: true } },
    [`${networks}.workers: Forbidden: natGateway cannot be specified when workers field is missing`],
  ],
  [
    "a service endpoint is one of Microsoft",
    { [`${networks}.serviceEndpoints`]: ["Microsoft.Storage"] },
    { [`${networks}.serviceEndpoints`]: ["Storage.Microsoft"] },
    [
      `${networks}.serviceEndpoints[0]: Invalid value: "Storage.Microsoft": does not match expected regex ^Microsoft\\.[A-Za-z0-9.]+$`,
    ],
  ],
  [
    "the resource group is Gardener's own",
    {},
    { [`${infra}.resourceGroup`]: { name: "mine" } },
    [
      `${infra}.resourceGroup: Invalid value: {"name":"mine"}: specifying an existing resource group is not supported yet`,
    ],
  ],
  [
    "the network is of IPv4, without Calico's overlay",
    { "spec.networking.providerConfig": { overlay: { enabled: false } } },
    {
      "spec.networking.providerConfig": { overlay: { enabled: true } },
      "spec.networking.ipFamilies": ["IPv4", "IPv6"],
    },
    [
      "spec.networking.providerConfig.overlay.enabled: Forbidden: Calico overlay network is not supported on azure",
      'spec.networking.ipFamilies: Invalid value: ["IPv4","IPv6"]: dual-stack networking is not supported',
    ],
  ],
  [
    "a volume has a type and a size, and is not encrypted",
    {},
    { [`${worker}.volume`]: { encrypted: true } },
    [
      `${worker}.volume.type: Required value: must not be empty`,
      `${worker}.volume.size: Required value: must not be empty`,
      `${worker}.volume.encrypted: Unsupported value: true`,
    ],
  ],
];

test.each(cases)("on Azure %s", (...each) => {
  expect(textsOfCase(azureCases, each)).toEqual({ accepted: [], refused: each[3] });
});

const updates: readonly ProviderCase[] = [
  [
    "the VNet only grows",
    { [`${networks}.vnet.cidr`]: "10.248.0.0/14" },
    { [`${networks}.vnet.cidr`]: "10.250.0.0/17", "spec.networking.nodes": "10.250.0.0/17" },
    [`${networks}.vnet.cidr: Invalid value: "10.250.0.0/17": VNet CIDR blocks can only be expanded`],
  ],
  [
    "one subnet becomes that of a zone",
    { [`${networks}.workers`]: undefined, [`${networks}.zones`]: [{ name: 1, cidr: "10.250.0.0/17" }] },
    { [`${networks}.workers`]: undefined, [`${networks}.zones`]: [{ name: 1, cidr: "10.250.128.0/17" }] },
    [
      `${networks}.zones: Forbidden: when updating InfrastructureConfig to use dedicated subnets per zones, the CIDR for one of the zones must match that of the previous config.networks.workers`,
    ],
  ],
  [
    "whether it has zones stays",
    {},
    { [`${infra}.zoned`]: false, [`${worker}.zones`]: ["1"] },
    [
      `${infra}.zoned: Invalid value: true: field is immutable`,
      `${worker}.zones: Required value: zones must not be specified for non zoned clusters`,
    ],
  ],
];

test.each(updates)("on Azure %s", (...each) => {
  expect(textsOfUpdateCase(azureCases, each)).toEqual({ accepted: [], refused: each[3] });
});
