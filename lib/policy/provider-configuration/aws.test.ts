import { expect, test } from "vitest";
import { findProviderAdmissionErrors, findProviderConfigurationErrors } from "./find-provider-configuration-errors.ts";
import {
  awsCases,
  type ProviderCase,
  textsOf,
  textsOfCase,
  textsOfUpdateCase,
  withFields,
} from "./provider-shoot.fixture.ts";

const { shoot, profile } = awsCases;
const networks = "spec.provider.infrastructureConfig.networks";
const worker = "spec.provider.workers[0]";
const second = { name: "eu-west-1b", workers: "10.250.64.0/19", public: "10.250.96.0/20", internal: "10.250.112.0/20" };
const own = {
  [`${networks}.vpc`]: { id: "vpc-1" },
  [`${networks}.zones[0]`]: { name: "eu-west-1a", workersSubnetID: "subnet-1" },
};

const cases: readonly ProviderCase[] = [
  [
    "there is exactly one of the VPC's id and its range",
    { [`${networks}.vpc`]: { id: "vpc-0a1" } },
    { [`${networks}.vpc`]: {} },
    ["networks.vpc: Invalid value: {}: must specify either a vpc id or a cidr"],
  ],
  [
    "the VPC has not both an id and a range",
    {},
    { [`${networks}.vpc.id`]: "vpc-1" },
    ['networks.vpc: Invalid value: {"cidr":"10.250.0.0/16","id":"vpc-1"}: cannot specify both vpc id and cidr'],
  ],
  [
    "the id of a VPC has the form of one",
    { [`${networks}.vpc`]: { id: "vpc-9" } },
    { [`${networks}.vpc`]: { id: "VPC 9" } },
    ['networks.vpc.id: Invalid value: "VPC 9": does not match expected regex ^vpc-[a-z0-9]+$'],
  ],
  [
    "the range of the VPC holds the nodes and all subnets",
    { [`${networks}.vpc.cidr`]: "10.248.0.0/14" },
    { [`${networks}.vpc.cidr`]: "10.250.0.0/17" },
    ['networking.nodes: Invalid value: "10.250.0.0/16": must be a subset of "networks.vpc.cidr" ("10.250.0.0/17")'],
  ],
  [
    "the subnets of a zone lie in the VPC",
    { [`${networks}.zones[0].public`]: "10.250.64.0/20" },
    { [`${networks}.zones[0].public`]: "10.251.0.0/20" },
    [
      'networks.zones[0].public: Invalid value: "10.251.0.0/20": must be a subset of "networks.vpc.cidr" ("10.250.0.0/16")',
    ],
  ],
  [
    "the range of a zone's workers lies in that of the nodes",
    { "spec.networking.nodes": "10.250.0.0/18" },
    { "spec.networking.nodes": "10.250.128.0/17" },
    [
      'networks.zones[0].workers: Invalid value: "10.250.0.0/19": must be a subset of "networking.nodes" ("10.250.128.0/17")',
    ],
  ],
  [
    "the subnets do not overlap with each other",
    { [`${networks}.zones[0].internal`]: "10.250.64.0/20" },
    { [`${networks}.zones[0].internal`]: "10.250.32.0/20" },
    [
      'networks.zones[0].internal: Invalid value: "10.250.32.0/20": must not overlap with "networks.zones[0].public" ("10.250.32.0/20")',
    ],
  ],
  [
    "the VPC does not overlap with the Pods",
    { "spec.networking.pods": "10.128.0.0/11" },
    { [`${networks}.vpc.cidr`]: "10.240.0.0/12", "spec.networking.pods": "10.240.0.0/13" },
    ['networking.pods: Invalid value: "10.240.0.0/13": must not overlap with "networks.vpc.cidr" ("10.240.0.0/12")'],
  ],
  [
    "the services do not overlap with a subnet",
    { [`${networks}.vpc`]: { id: "vpc-1" } },
    { [`${networks}.vpc`]: { id: "vpc-1" }, "spec.networking.services": "10.250.0.0/20" },
    [
      'networks.zones[0].workers: Invalid value: "10.250.0.0/19": must not overlap with "networking.services" ("10.250.0.0/20")',
    ],
  ],
  [
    "a range is readable",
    {},
    { [`${networks}.zones[0].public`]: "10.250.32.0" },
    ['networks.zones[0].public: Invalid value: "10.250.32.0": invalid CIDR address: 10.250.32.0'],
  ],
  [
    "a range begins with its first address",
    {},
    { [`${networks}.zones[0].public`]: "10.250.32.1/20" },
    ['networks.zones[0].public: Invalid value: "10.250.32.1/20": must be valid canonical CIDR'],
  ],
  [
    "each zone of each pool has an entry",
    { [`${networks}.zones[1]`]: second, [`${worker}.zones`]: ["eu-west-1a", "eu-west-1b"] },
    { [`${worker}.zones`]: ["eu-west-1a", "eu-west-1b"] },
    ['spec.provider.workers[0].zones[1]: Invalid value: "eu-west-1b": supported values [eu-west-1a]'],
  ],
  [
    "a pool has a zone",
    {},
    { [`${worker}.zones`]: [] },
    ["spec.provider.workers[0].zones: Required value: at least one zone must be configured"],
  ],
  [
    "a zone is one of the region",
    {},
    { [`${networks}.zones[1]`]: { ...second, name: "eu-west-1z" } },
    [
      'spec.provider.infrastructureConfig.network.zones[1].name: Unsupported value: "eu-west-1z": supported values: "eu-west-1a", "eu-west-1b", "eu-west-1c"',
    ],
  ],
  [
    "a zone has one entry",
    { [`${networks}.zones[1]`]: second },
    { [`${networks}.zones[1]`]: { ...second, name: "eu-west-1a" } },
    ['spec.provider.infrastructureConfig.network.zones[1].name: Duplicate value: "eu-west-1a"'],
  ],
  [
    "there are zones, and each has a range or a subnet for its workers",
    {},
    { [`${networks}.zones[0].workers`]: undefined },
    [
      "networks.zones: Required value: each zone must specify either workers (CIDR) or workersSubnetID",
      "networks.zones[0]: Required value: must specify either workers (CIDR) or workersSubnetID",
    ],
  ],
  [
    "subnets of one's own need an existing VPC",
    own,
    { [`${networks}.zones[0]`]: { name: "eu-west-1a", workersSubnetID: "subnet-1" } },
    ["networks.zones[0].workersSubnetID: Forbidden: subnet ID references require VPC.ID to be set (existing VPC)"],
  ],
  [
    "beside subnets of one's own there is no range for load balancers",
    { ...own, [`${networks}.zones[0].publicSubnetID`]: "subnet-2" },
    { ...own, [`${networks}.zones[0].public`]: "10.250.32.0/20" },
    [
      "networks.zones[0].public: Forbidden: public CIDR is forbidden when workersSubnetID is set; in BYO mode all subnets must be user-managed and LB subnets are discovered via tags",
    ],
  ],
  [
    "the subnet of public load balancers is not that of internal ones",
    { ...own, [`${networks}.zones[0].internalSubnetID`]: "subnet-1" },
    {
      ...own,
      [`${networks}.zones[0].publicSubnetID`]: "subnet-2",
      [`${networks}.zones[0].internalSubnetID`]: "subnet-2",
    },
    [
      'networks.zones[0].internalSubnetID: Duplicate value: "subnet-2"',
      'networks.zones[0].internalSubnetID: Invalid value: "subnet-2": internalSubnetID must differ from publicSubnetID in the same zone (public subnet must be IGW-routed, internal must be NAT-routed)',
    ],
  ],
  [
    "an elastic IP is used once",
    { [`${networks}.zones[0].elasticIPAllocationID`]: "eipalloc-1" },
    {
      [`${networks}.zones[0].elasticIPAllocationID`]: "eipalloc-1",
      [`${networks}.zones[1]`]: { ...second, elasticIPAllocationID: "eipalloc-1" },
    },
    ['networks.zones[1].elasticIPAllocationID: Duplicate value: "eipalloc-1"'],
  ],
  [
    "tags that Gardener needs are not ignored",
    { "spec.provider.infrastructureConfig.ignoreTags": { keys: ["team"], keyPrefixes: ["corp/"] } },
    { "spec.provider.infrastructureConfig.ignoreTags": { keys: ["Name"], keyPrefixes: ["kube"] } },
    [
      'ignoreTags.keys[0]: Invalid value: "Name": must not ignore reserved key "Name"',
      'ignoreTags.keyPrefixes[0]: Invalid value: "kube": must not have reserved key prefix "kubernetes.io"',
    ],
  ],
  [
    "the nodes have a range",
    { "spec.networking.ipFamilies": ["IPv4"] },
    { "spec.networking.nodes": undefined },
    ["spec.networking.nodes: Required value: a nodes CIDR must be provided for AWS shoots"],
  ],
  [
    "with IPv6 there is no overlay network",
    {
      "spec.networking.ipFamilies": ["IPv4", "IPv6"],
      "spec.networking.providerConfig": { overlay: { enabled: false } },
    },
    { "spec.networking.ipFamilies": ["IPv4", "IPv6"] },
    [
      'spec.networking.ipFamilies: Invalid value: ["IPv4","IPv6"]: overlay must be set to false in conjunction with IPv6',
    ],
  ],
  [
    "an ingress class has a name of Kubernetes",
    { "spec.provider.controlPlaneConfig.loadBalancerController": { enabled: true, ingressClassName: "alb" } },
    { "spec.provider.controlPlaneConfig.loadBalancerController": { enabled: true, ingressClassName: "ALB" } },
    [
      'spec.provider.controlPlaneConfig.loadBalancerController.ingressClassName: Invalid value: "ALB": does not match expected regex ^[a-z0-9.-]+$',
    ],
  ],
];

test.each(cases)("on AWS %s", (...each) => {
  expect(textsOfCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});

const updates: readonly ProviderCase[] = [
  [
    "the VPC stays as it is",
    {},
    { [`${networks}.vpc.cidr`]: "10.248.0.0/14" },
    ['networks.vpc.cidr: Invalid value: "10.248.0.0/14": field is immutable'],
  ],
  [
    "a zone can be added and not removed",
    { [`${networks}.zones[1]`]: second, [`${worker}.zones`]: ["eu-west-1a", "eu-west-1b"] },
    { [`${networks}.zones`]: [], [`${worker}.zones`]: ["eu-west-1a"] },
    [
      "networks.zones: Forbidden: removing zones is not allowed",
      "networks.zones: Required value: must specify at least the networks for one zone",
      'spec.provider.workers[0].zones[0]: Invalid value: "eu-west-1a": supported values []',
    ],
  ],
  [
    "the subnets of a zone stay as they are",
    {},
    { [`${networks}.zones[0].public`]: "10.250.64.0/20" },
    ['networks.zones[0].public: Invalid value: "10.250.64.0/20": field is immutable'],
  ],
  [
    "a pool keeps its zones in their order",
    { [`${networks}.zones[1]`]: second, [`${worker}.zones`]: ["eu-west-1a", "eu-west-1b"] },
    { [`${networks}.zones[1]`]: second, [`${worker}.zones`]: ["eu-west-1b", "eu-west-1a"] },
    ['spec.provider.workers[0].zones: Invalid value: ["eu-west-1b","eu-west-1a"]: field is immutable'],
  ],
];

test.each(updates)("on AWS %s", (...each) => {
  expect(textsOfUpdateCase({ shoot, profile }, each)).toEqual({ accepted: [], refused: each[3] });
});

test("the admission of AWS answers with its first step alone, the list of all errors with every step", () => {
  const wrong = withFields(shoot, {
    [`${networks}.zones[1]`]: { ...second, name: "eu-west-1z" },
    [`${worker}.volume`]: undefined,
  });
  expect(textsOf(findProviderAdmissionErrors({ shoot: wrong, profile }))).toHaveLength(1);
  expect(textsOf(findProviderConfigurationErrors({ shoot: wrong, profile }))).toEqual([
    expect.stringContaining("network.zones[1].name"),
    "spec.provider.workers[0].volume: Required value: must not be nil",
  ]);
});

test("an error says where the field stands in the Shoot, besides how the extension names it", () => {
  const [error] = findProviderConfigurationErrors({ shoot: withFields(shoot, { [`${networks}.vpc`]: {} }), profile });
  expect(error).toMatchObject({
    path: "spec.provider.infrastructureConfig.networks.vpc",
    code: "PROVIDER_RULE",
    type: "Invalid",
    facts: { field: "networks.vpc", words: "must specify either a vpc id or a cidr" },
  });
});
