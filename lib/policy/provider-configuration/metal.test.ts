import { expect, test } from "vitest";
import { metalTenantAnnotation } from "./metal.ts";
import {
  type ProviderCase,
  providerShoot,
  textsOfCase,
  textsOfUpdateCase,
  withFields,
} from "./provider-shoot.fixture.ts";

const infra = "spec.provider.infrastructureConfig";
const control = "spec.provider.controlPlaneConfig";
const worker = "spec.provider.workers[0]";
const group = "metal.provider.extensions.gardener.cloud/v1alpha1";

const pool = {
  name: "one",
  machine: { type: "large", image: { name: "ubuntu", version: "24.4.0" } },
  minimum: 1,
  maximum: 2,
};

const metal = {
  profile: {
    type: "metal",
    regions: [{ name: "home", zones: [{ name: "fra-equ01" }] }],
    machineImages: [{ name: "ubuntu", versions: [{ version: "24.4.0" }] }],
    providerConfig: {
      metalControlPlanes: {
        prod: {
          partitions: { "fra-equ01": { firewallTypes: ["c1-medium-x86"] } },
          firewallImages: ["firewall-ubuntu-3.0"],
          firewallControllerVersions: [{ version: "v2.4.2", url: "", classification: "supported" }],
        },
      },
    },
  },
  shoot: withFields(
    providerShoot(
      {
        type: "metal",
        infrastructureConfig: {
          apiVersion: group,
          kind: "InfrastructureConfig",
          partitionID: "fra-equ01",
          projectID: "2e2b6f5c",
          firewall: { size: "c1-medium-x86", image: "firewall-ubuntu-3.0", networks: ["internet-fra"] },
        },
        controlPlaneConfig: { apiVersion: group, kind: "ControlPlaneConfig" },
        workers: [pool],
      },
      "home",
    ),
    { "metadata.annotations": { [metalTenantAnnotation]: "harborline" } },
  ),
};

const metalCases: readonly ProviderCase[] = [
  [
    "the cluster has a tenant",
    {},
    { "metadata.annotations": {} },
    [
      "metadata.annotations: Required value: cluster must be annotated with a tenant using the annotations: cluster.metal-stack.io/tenant",
    ],
  ],
  [
    "the partition is a zone of the region, with a control plane",
    {},
    { [`${infra}.partitionID`]: "muc-1" },
    [
      `${infra}.partitionID: Invalid value: "muc-1": supported values: [fra-equ01]`,
      `${infra}.partitionID: Invalid value: "muc-1": cloud profile does not define the given shoot partition`,
    ],
  ],
  [
    "the project is known",
    {},
    { [`${infra}.projectID`]: undefined },
    ["projectID: Required value: projectID must be specified"],
  ],
  [
    "the firewall has an image and a size that the CloudProfile offers",
    {},
    { [`${infra}.firewall.image`]: "debian", [`${infra}.firewall.size`]: "n1" },
    [
      `${infra}.firewall.image: Invalid value: "debian": supported values: [firewall-ubuntu-3.0]`,
      `${infra}.firewall.size: Invalid value: "n1": supported values: [c1-medium-x86]`,
    ],
  ],
  [
    "the firewall is in a network",
    { [`${infra}.firewall.networks`]: ["internet-fra", "dc"] },
    { [`${infra}.firewall.networks`]: [] },
    [
      `${infra}.firewall.networks: Required value: at least one external network needs to be defined as otherwise the cluster will under no circumstances be able to bootstrap`,
    ],
  ],
  [
    "the version of the firewall controller is one of the CloudProfile's",
    { [`${infra}.firewall.controllerVersion`]: "v2.4.2" },
    { [`${infra}.firewall.controllerVersion`]: "v1.0.0" },
    [
      'controllerVersion: Required value: firewall controller version "v1.0.0" was not found in available versions: [v2.4.2]',
    ],
  ],
  [
    "egress rules are of a network of the firewall, with addresses",
    { [`${infra}.firewall.egressRules`]: [{ networkID: "internet-fra", ips: ["1.2.3.4"] }] },
    { [`${infra}.firewall.egressRules`]: [{ networkID: "dc", ips: ["1.2.3.4"] }] },
    ["firewall.egressRules[0]: Required value: egress rule network must be present as cluster network"],
  ],
  [
    "a rate limit is not negative",
    { [`${infra}.firewall.rateLimits`]: [{ networkID: "internet-fra", rateLimit: 0 }] },
    { [`${infra}.firewall.rateLimits`]: [{ networkID: "internet-fra", rateLimit: -1 }] },
    [expect.stringContaining("isn't a supported version")],
  ],
  [
    "a timeout of the firewall is a duration",
    { [`${infra}.firewall.firewallCreateTimeout`]: "1h30m" },
    { [`${infra}.firewall.firewallCreateTimeout`]: "90 minutes" },
    [expect.stringContaining("isn't a supported version")],
  ],
  [
    "the addresses of egress rules are addresses",
    { [`${infra}.firewall.egressRules`]: [{ networkID: "internet-fra", ips: ["2001:db8::1"] }] },
    { [`${infra}.firewall.egressRules`]: [{ networkID: "internet-fra", ips: ["1.2.3.400"] }] },
    ["firewall.egressRules[0]: Required value: egress rule contains a malformed ip address"],
  ],
  [
    "another network access than the usual one needs a partition that isolates networks",
    { [`${control}.networkAccessType`]: "baseline" },
    { [`${control}.networkAccessType`]: "restricted" },
    [
      `${control}.networkAccessType: Invalid value: "restricted": network access type requires partition's networkIsolation to be set`,
      `${control}.metalControlPlanes[prod].partitions[fra-equ01].networkIsolation: Required value: network isolation required if control plane config networkAccess is not baseline`,
    ],
  ],
  [
    "a pool has no volume and no zones",
    {},
    { [`${worker}.volume`]: { type: "ssd", size: "50Gi" }, [`${worker}.zones`]: ["fra-equ01"] },
    [
      "spec.provider[0].volume: Required value: volumes are not yet supported and must be nil",
      "spec.provider[0].zones: Required value: zone spreading is not supported, specify partition via infrastructure config",
    ],
  ],
];

test.each(metalCases)("on metal %s", (...each) => {
  expect(textsOfCase(metal, each)).toEqual({ accepted: [], refused: each[3] });
});

const metalUpdates: readonly ProviderCase[] = [
  [
    "the project stays",
    {},
    { [`${infra}.projectID`]: "other" },
    ['projectID: Invalid value: "other": field is immutable'],
  ],
  [
    "the tenant stays",
    {},
    { "metadata.annotations": { [metalTenantAnnotation]: "other" } },
    ["metadata.annotations: Forbidden: tenant annotation of a shoot is immutable"],
  ],
];

test.each(metalUpdates)("on metal %s", (...each) => {
  expect(textsOfUpdateCase(metal, each)).toEqual({ accepted: [], refused: each[3] });
});

test("on metal a region that the CloudProfile lacks has no zones to choose from", () => {
  expect(textsOfCase(metal, ["", { "spec.region": "nowhere" }, {}, []]).accepted).toEqual([]);
});
