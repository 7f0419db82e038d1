import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { meadow, offerOf, type ProfileSpecWithProvider, profileNow } from "./cluster-profile.fixture.ts";
import { parseRanges } from "./network-blocks.ts";
import { withZones } from "./provider-blocks.ts";
import { startingShoot } from "./starting-shoot.ts";

const of = (type: string, more: Partial<ProfileSpecWithProvider> = {}): ProfileSpecWithProvider => ({
  ...meadow,
  type,
  ...more,
});

function started(spec: ProfileSpecWithProvider): Shoot {
  const choices = { project: "p", namespace: "garden-p", name: "ash", account: "account", networking: "calico" };
  return startingShoot({ ...choices, profile: offerOf(spec), region: "here", now: profileNow });
}

const blocksOf = (spec: ProfileSpecWithProvider) => {
  const { infrastructureConfig: infrastructure, controlPlaneConfig: controlPlane } = started(spec).spec.provider;
  return { infrastructure, controlPlane };
};

function withPoolZones(shoot: Shoot, zones: readonly string[]): Shoot {
  const workers = (shoot.spec.provider.workers ?? []).map((pool) => ({ ...pool, zones }));
  return { ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, workers } } };
}

const zonesIn = (shoot: Shoot) => listAt(shoot.spec.provider.infrastructureConfig, "networks", "zones");

describe("the blocks of a provider", () => {
  test("on AWS cut the nodes' range for each zone into workers, public and internal", () => {
    expect(blocksOf(of("aws")).infrastructure).toEqual({
      apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1",
      kind: "InfrastructureConfig",
      networks: {
        vpc: { cidr: "10.250.0.0/16" },
        zones: [{ name: "here-a", workers: "10.250.0.0/19", public: "10.250.32.0/20", internal: "10.250.48.0/20" }],
      },
    });
  });

  test("on Alicloud cut the nodes' range for each zone into workers", () => {
    expect(blocksOf(of("alicloud")).infrastructure).toMatchObject({
      networks: { vpc: { cidr: "10.250.0.0/16" }, zones: [{ name: "here-a", workers: "10.250.0.0/18" }] },
    });
  });

  test("on Azure use one range, and zones only where the region has some", () => {
    const networks = { vnet: { cidr: "10.250.0.0/16" }, workers: "10.250.0.0/16" };
    const azure = of("azure", { regions: [{ name: "here", zones: [{ name: "1" }] }] });
    expect(blocksOf(azure).infrastructure).toMatchObject({ networks, zoned: true });
    const { infrastructure } = blocksOf(of("azure", { regions: [{ name: "here" }] }));
    expect(infrastructure).toMatchObject({ networks });
    expect(infrastructure).not.toHaveProperty("zoned");
  });

  test.each(["gcp", "hcloud"])("on %s use one range, and put the control plane into a zone of the pool", (type) => {
    expect(blocksOf(of(type))).toMatchObject({
      infrastructure: { networks: { workers: "10.250.0.0/16" } },
      controlPlane: { zone: "here-a" },
    });
  });

  test("on OpenStack take a floating pool of the region, no wildcard, and the first load balancer provider", () => {
    const providerConfig = {
      constraints: {
        floatingPools: [{ name: "elsewhere", region: "there" }, { name: "pool-*" }, { name: "pool-1" }],
        loadBalancerProviders: [{ name: "f5" }, { name: "haproxy", region: "here" }],
      },
    };
    expect(blocksOf(of("openstack", { providerConfig }))).toMatchObject({
      infrastructure: { floatingPoolName: "pool-1", networks: { workers: "10.250.0.0/16" } },
      controlPlane: { loadBalancerProvider: "haproxy" },
    });
  });

  test("on metal take the partition of the region, and a firewall of the profile", () => {
    const providerConfig = {
      metalControlPlanes: {
        prod: { firewallImages: ["firewall-ubuntu-3"], partitions: { "here-a": { firewallTypes: ["n1-medium"] } } },
      },
    };
    expect(blocksOf(of("metal", { providerConfig })).infrastructure).toMatchObject({
      partitionID: "here-a",
      firewall: { image: "firewall-ubuntu-3", size: "n1-medium" },
    });
  });

  test("are missing for local, and only kinds for a provider that nobody here knows", () => {
    expect(blocksOf(of("local"))).toEqual({ infrastructure: undefined, controlPlane: undefined });
    expect(blocksOf(of("stackit"))).toEqual({
      infrastructure: {
        apiVersion: "stackit.provider.extensions.gardener.cloud/v1alpha1",
        kind: "InfrastructureConfig",
      },
      controlPlane: { apiVersion: "stackit.provider.extensions.gardener.cloud/v1alpha1", kind: "ControlPlaneConfig" },
    });
  });
});

describe("new zones of a pool", () => {
  const profile = offerOf(meadow);

  test("get an entry of their own, and entries that exist stay as they were written", () => {
    const shoot = started(meadow);
    const written = {
      name: "here-a",
      workers: "10.250.128.0/20",
      public: "10.250.0.0/24",
      internal: "10.250.1.0/24",
      note: 1,
    };
    const infrastructureConfig = {
      ...Object(shoot.spec.provider.infrastructureConfig),
      networks: { vpc: { id: "vpc-1" }, zones: [written] },
      ignoreTags: { keys: ["mine"] },
    };
    const own = { ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, infrastructureConfig } } };
    const next = withZones(withPoolZones(own, ["here-b", "here-a"]), profile);
    expect(next.spec.provider.infrastructureConfig).toMatchObject({
      networks: { vpc: { id: "vpc-1" }, zones: [written, { name: "here-b", workers: "10.250.64.0/19" }] },
      ignoreTags: { keys: ["mine"] },
    });
  });

  test("change nothing if every zone has its entry, also if a pool leaves a zone", () => {
    const both = withZones(withPoolZones(started(meadow), ["here-a", "here-b"]), profile);
    expect(withZones(both, profile)).toBe(both);
    const left = withPoolZones(both, ["here-a"]);
    expect(withZones(left, profile)).toBe(left);
  });

  test("on Azure get a numbered entry only where the configuration has one for each zone", () => {
    const azure = of("azure", { regions: [{ name: "here", zones: [{ name: "1" }, { name: "2" }] }] });
    const shoot = started(azure);
    expect(withZones(withPoolZones(shoot, ["1", "2"]), offerOf(azure)).spec.provider).toEqual(
      withPoolZones(shoot, ["1", "2"]).spec.provider,
    );
    const networks = { vnet: { cidr: "10.250.0.0/16" }, zones: [{ name: 1, cidr: "10.250.0.0/18" }] };
    const zoned = {
      ...shoot,
      spec: { ...shoot.spec, provider: { ...shoot.spec.provider, infrastructureConfig: { networks, zoned: true } } },
    };
    expect(zonesIn(withZones(withPoolZones(zoned, ["1", "2"]), offerOf(azure)))).toEqual([
      { name: 1, cidr: "10.250.0.0/18" },
      { name: 2, cidr: "10.250.128.0/17" },
    ]);
  });

  test("move the control plane of GCP only when no pool is in its zone any more", () => {
    const gcp = offerOf(of("gcp"));
    const shoot = started(of("gcp"));
    const zoneOf = (zones: readonly string[]) =>
      fieldAt(withZones(withPoolZones(shoot, zones), gcp).spec.provider.controlPlaneConfig, "zone");
    expect(zoneOf(["here-b", "here-a"])).toBe("here-a");
    expect(zoneOf(["here-b"])).toBe("here-b");
  });

  test("never overlap with other zones and stay inside the nodes' range, whatever the range and the order", () => {
    const zones = Array.from({ length: 9 }, (_, index) => `here-${index}`);
    const wide = of("aws", { regions: [{ name: "here", zones: zones.map((name) => ({ name })) }] });
    const worlds = fc.record({
      type: fc.constantFrom("aws", "alicloud"),
      nodes: fc.constantFrom("10.250.0.0/16", "10.0.0.0/8", "172.16.4.0/22", "192.168.0.0/20"),
      steps: fc.array(fc.subarray(zones, { minLength: 1 }), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(worlds, ({ type, nodes, steps }) => {
        const own = { ...wide, type };
        const shoot = started(own);
        const first = { ...shoot, spec: { ...shoot.spec, networking: { ...shoot.spec.networking, nodes } } };
        const empty = { kind: "InfrastructureConfig", networks: { vpc: { cidr: nodes }, zones: [] } };
        const start: Shoot = {
          ...first,
          spec: { ...first.spec, provider: { ...first.spec.provider, infrastructureConfig: empty } },
        };
        const end = steps.reduce((draft, used) => withZones(withPoolZones(draft, used), offerOf(own)), start);
        const fields = type === "aws" ? ["workers", "public", "internal"] : ["workers"];
        const ranges = parseRanges(zonesIn(end).flatMap((entry) => fields.map((field) => fieldAt(entry, field))));
        expect(ranges).toHaveLength(new Set(steps.flat()).size * fields.length);
        const whole = parseCidr(nodes);
        for (const [index, range] of ranges.entries()) {
          expect(whole && cidrsIntersect(range, whole) && range.bits > whole.bits).toBe(true);
          expect(ranges.slice(index + 1).filter((other) => cidrsIntersect(range, other))).toEqual([]);
        }
      }),
      { seed: 20_261_130, numRuns: 200 },
    );
  });
});
