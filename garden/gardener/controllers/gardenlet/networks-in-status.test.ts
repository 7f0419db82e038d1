import { describe, expect, test } from "vitest";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { internalDomainOf, statusWithApiServerAddress } from "./advertised-addresses.ts";
import { networkingStatusOf } from "./infrastructure-networking.ts";

const workers = [{ name: "default", machine: { type: "large" } }];
const networking = { pods: "100.96.0.0/11", services: "100.64.0.0/13", nodes: "10.250.0.0/16" };

function shootOf(type: string, differs: Partial<ShootSpec> = {}, networks: object = {}): Shoot {
  const provider = { type, workers, infrastructureConfig: { networks } };
  return {
    metadata: { name: "oak", namespace: "garden-orchard" },
    spec: { kubernetes: { version: "1.34.0" }, provider, networking, ...differs },
  };
}

const requested = { pods: ["100.96.0.0/11"], services: ["100.64.0.0/13"], nodes: ["10.250.0.0/16"] };
const address = expect.stringMatching(/^198\.1[89]\.\d+\.\d+\/32$/);
const zones = [{ name: "a" }, { name: "b" }];

describe("what a provider extension reports about networks", () => {
  test.each<[string, Shoot, unknown]>([
    ["AWS: an address per zone", shootOf("aws", {}, { zones }), { ...requested, egressCIDRs: [address, address] }],
    ["OpenStack: that of the router", shootOf("openstack"), { ...requested, egressCIDRs: [address] }],
    [
      "GCP: those that were reserved",
      shootOf("gcp", {}, { cloudNAT: { natIPNames: [{ name: "own" }] } }),
      { ...requested, egressCIDRs: [address] },
    ],
    ["GCP: none where Cloud NAT chooses them", shootOf("gcp", {}, { cloudNAT: {} }), requested],
    [
      "Azure: no ranges, and an address with a NAT gateway",
      shootOf("azure", {}, { natGateway: { enabled: true } }),
      { egressCIDRs: [address] },
    ],
    ["Azure: nothing without a NAT gateway", shootOf("azure"), {}],
    ["local: the range of nodes", shootOf("local"), { ...requested, egressCIDRs: requested.nodes }],
    ["an unknown one: the requested ranges", shootOf("other"), requested],
    ["none without workers", shootOf("aws", { provider: { type: "aws" } }), undefined],
  ])("%s", (_, shoot, expected) => {
    expect(networkingStatusOf(shoot)).toEqual(expected);
  });

  test("AWS with both IP families: the ranges of the VPC come first, and are where connections come from, too", () => {
    const status = networkingStatusOf(shootOf("aws", { networking: { ...networking, ipFamilies: ["IPv4", "IPv6"] } }));
    expect(status?.nodes).toEqual([expect.stringMatching(/^2001:db8:/), "10.250.0.0/16"]);
    expect(status?.egressCIDRs).toEqual([status?.nodes?.[0]]);
  });

  test("addresses are the same each time, and differ between zones", () => {
    const [once, again] = [1, 2].map(() => networkingStatusOf(shootOf("aws", {}, { zones }))?.egressCIDRs);
    expect(once).toEqual(again);
    expect(new Set(once).size).toBe(2);
  });
});

describe("addresses of an API server", () => {
  const url = "https://api.oak.example.org";
  const plutono = { name: "plutono", url: "https://gu.example.org", application: "plutono" };
  const internal = { name: "internal", url: "https://api.oak.internal.example.org" };
  const issuer = { name: "service-account-issuer", url: "https://api.oak.internal.example.org" };
  const external = { name: "external", url };

  test("are external and internal ones, and the issuer is below the internal domain", () => {
    const shoot = { ...shootOf("aws"), status: { advertisedAddresses: [plutono] } };
    const status = statusWithApiServerAddress(shoot, url, "oak.internal.example.org");
    expect(status?.advertisedAddresses).toEqual([external, internal, issuer, plutono]);
  });

  test("an issuer in the spec counts instead", () => {
    const kubeAPIServer = { serviceAccountConfig: { issuer: "https://own.example.org" } };
    const shoot = shootOf("aws", { kubernetes: { version: "1.34.0", kubeAPIServer } });
    const status = statusWithApiServerAddress(shoot, url, "oak.internal.example.org");
    expect(status?.advertisedAddresses).toEqual([external, internal, { ...issuer, url: "https://own.example.org" }]);
  });

  test("without an internal domain, what is known about it stays", () => {
    const advertisedAddresses = [{ ...external, url: "https://old" }, internal, issuer];
    const shoot = { ...shootOf("aws"), status: { advertisedAddresses } };
    expect(statusWithApiServerAddress(shoot, url)?.advertisedAddresses).toEqual([external, internal, issuer]);
  });

  test("nothing is written that is there already", () => {
    const shoot = { ...shootOf("aws"), status: { advertisedAddresses: [external, internal, issuer, plutono] } };
    expect(statusWithApiServerAddress(shoot, url, "oak.internal.example.org")).toBeUndefined();
  });

  test.each([
    ["internal.example.org", "oak.orchard.internal.example.org"],
    ["example.org", "oak.orchard.internal.example.org"],
    [undefined, undefined],
  ])("the internal domain %s of a Seed makes %s", (domain, expected) => {
    const seed = {
      metadata: { name: "seed-a" },
      spec: { provider: { type: "aws", region: "here" }, dns: { internal: { domain } } },
    };
    expect(internalDomainOf(shootOf("aws"), seed, "orchard")).toBe(expected);
  });
});
