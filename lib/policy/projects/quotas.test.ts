import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { compareQuantities, sumOfQuantities } from "#lib/kube/quantity.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { findUncountablePool, type QuotaUser, quotaUsesOf, shareOfQuota } from "./quota-consumption.ts";
import { quotaReferencesOf, shootsOfQuota } from "./quota-references.ts";
import { resourceUsesOf } from "./resource-use.ts";

const profile = prepareProfile({
  machineTypes: [
    { name: "m", cpu: "4", gpu: "0", memory: "16Gi" },
    { name: "g", cpu: "16", gpu: "2", memory: "64Gi", storage: { class: "premium", size: "100Gi" } },
  ],
  volumeTypes: [
    { name: "fast", class: "premium" },
    { name: "slow", class: "standard" },
    { name: "odd", class: "archive" },
  ],
});
const [pool] = storedShootSpec.provider.workers ?? [];

function userOf(pools: readonly Partial<Worker>[]): QuotaUser {
  const workers = pools.flatMap((change) => (pool ? [{ ...pool, ...change }] : []));
  return { spec: { ...storedShootSpec, provider: { ...storedShootSpec.provider, workers } }, profile };
}

const anyPool = fc.record({
  maximum: fc.integer({ min: 0, max: 50 }),
  machine: fc.constantFrom(...["m", "g"].map((type) => ({ type }))),
  volume: fc.constantFrom({ type: "fast", size: "50Gi" }, { type: "slow", size: "1Ti" }),
});
const anyUsers = fc.array(fc.array(anyPool, { maxLength: 4 }), { maxLength: 6 });

test("what is used of a Quota is what its clusters count for, and used and free are its limit unless it is exceeded", () => {
  const limits = { cpu: "100", memory: "1Ti", gpu: "3", "storage.premium": "2Ti", loadbalancer: "4" };
  const quota = { metadata: { name: "trial" }, spec: { metrics: limits } };
  fc.assert(
    fc.property(anyUsers, (pools) => {
      const users = pools.map(userOf);
      const uses = quotaUsesOf(quota, users);
      expect(uses.map(({ metric }) => metric).sort()).toEqual(Object.keys(limits).sort());
      for (const { metric, limit, used = "", free = "", isExceeded } of uses) {
        const shares = users.map((user) => shareOfQuota(user, metric) ?? "");
        expect(compareQuantities(used, sumOfQuantities(["0", ...shares]) ?? "")).toBe(0);
        expect(isExceeded).toBe((compareQuantities(used, limit) ?? 0) > 0);
        if (!isExceeded) expect(compareQuantities(sumOfQuantities([used, free]) ?? "", limit)).toBe(0);
        else expect(free).toBe("0");
      }
    }),
    { numRuns: caseCount(50, 2_000) },
  );
});

test("a cluster whose profile is not known has no share, which is not zero", () => {
  expect(shareOfQuota({ ...userOf([{}]), profile: undefined }, "cpu")).toBeUndefined();
  expect(shareOfQuota(userOf([]), "cpu")).toBe("0");
});

describe("a cluster that Gardener cannot count", () => {
  const quota = { metadata: { name: "trial" }, ...{ spec: { metrics: { cpu: "1000", loadbalancer: "5" } } } };
  const countable = userOf([{ volume: { type: "fast", size: "50Gi" } }]);

  test.each<[string, Partial<Worker>, string | undefined]>([
    ["whose machine type has left the profile", { machine: { type: "gone" } }, "machine-type"],
    ["whose volume type has left the profile", { volume: { type: "gone", size: "1Gi" } }, "volume-type"],
    [
      "whose volumes are of a class that Gardener does not count",
      { volume: { type: "odd", size: "1Gi" } },
      "volume-type",
    ],
    ["without a volume, on machines without storage", { volume: null }, "volume-type"],
    ["without a volume, on machines with storage", { machine: { type: "g" }, volume: null }, undefined],
    ["with a volume of any type, on machines with storage", { machine: { type: "g" } }, undefined],
    ["with a volume of the profile", { volume: { type: "slow", size: "1Gi" } }, undefined],
  ])("is one %s: nothing is used or free then, not even zero", (_what, change, lacks) => {
    const user = userOf([{ machine: { type: "m" }, volume: { type: "none", size: "1Gi" }, ...change }]);
    expect(findUncountablePool(user)?.lacks).toBe(lacks);
    const uses = quotaUsesOf(quota, [countable, user]);
    if (lacks === undefined) expect(uses.map(({ used }) => used)).not.toContain(undefined);
    else {
      expect(uses).toEqual([
        { metric: "cpu", limit: "1000", isExceeded: false },
        { metric: "loadbalancer", limit: "5", isExceeded: false },
      ]);
      expect(shareOfQuota(user, "loadbalancer")).toBeUndefined();
    }
  });

  test("is none without pools, and none whose profile cannot be read", () => {
    expect(findUncountablePool(userOf([]))).toBeUndefined();
    expect(findUncountablePool({ ...userOf([{ machine: { type: "gone" } }]), profile: undefined })).toBeUndefined();
  });
});

describe("the clusters that count against a Quota", () => {
  const binding = (namespace: string, name: string, quotas: readonly object[]) => ({
    metadata: { namespace, name },
    ...{ quotas },
  });
  const shoot = (namespace: string, account: object) => ({
    metadata: { namespace, name: "one" },
    spec: { ...storedShootSpec, ...account },
  });
  const quotaOf = (kind: string) => ({
    metadata: { namespace: "garden-a", name: "trial" },
    spec: { scope: { kind } },
  });
  const reference = { name: "trial", namespace: "garden-a" };
  const bindings = {
    secretBindings: [binding("garden-a", "old", [{ name: "trial" }])],
    credentialsBindings: [
      binding("garden-a", "account", [{ name: "trial" }]),
      binding("garden-b", "account", [reference]),
      binding("garden-b", "other", [{ name: "trial" }]),
    ],
    namespace: "garden-a",
  };
  const here = shoot("garden-a", { credentialsBindingName: "account" });
  const older = shoot("garden-a", { credentialsBindingName: undefined, secretBindingName: "old" });
  const there = shoot("garden-b", { credentialsBindingName: "account" });
  const shoots = [
    ...[here, older, there],
    // Neither the binding of the same name in another project counts, nor one that refers to a namesake.
    shoot("garden-c", { credentialsBindingName: "account" }),
    shoot("garden-b", { credentialsBindingName: "other" }),
    shoot("garden-a", { credentialsBindingName: "old" }),
  ];

  test("are those of one project if it is for a project, and of all projects if it is for credentials", () => {
    expect(shootsOfQuota(quotaOf("Project"), shoots, bindings)).toEqual([here, older]);
    expect(shootsOfQuota(quotaOf("Secret"), shoots, bindings)).toEqual([here, older, there]);
  });

  test("use bindings that refer to it in their own namespace if they name none", () => {
    expect(bindings.credentialsBindings.flatMap(quotaReferencesOf)).toEqual([
      reference,
      reference,
      { name: "trial", namespace: "garden-b" },
    ]);
  });
});

describe("a ResourceQuota", () => {
  const quotaOf = (status: object) => ({
    metadata: { name: "gardener" },
    ...{ spec: { hard: { "count/secrets": "10" } }, status },
  });

  test.each([
    ["4", "6"],
    ["10", "0"],
    ["12", "0"],
  ])("of which %s of 10 is used has %s free", (used, free) => {
    const status = { hard: { "count/secrets": "10" }, used: { "count/secrets": used } };
    expect(resourceUsesOf(quotaOf(status))).toEqual([{ resource: "count/secrets", limit: "10", used, free }]);
  });

  test("that nobody has counted yet has limits, but neither used nor free", () => {
    expect(resourceUsesOf(quotaOf({}))).toEqual([{ resource: "count/secrets", limit: "10" }]);
  });

  test("refuses by the limits of its status, which lag behind those that were asked for", () => {
    const status = { hard: { "count/secrets": "8" }, used: { "count/secrets": "8" } };
    expect(resourceUsesOf(quotaOf(status))).toMatchObject([{ limit: "8", free: "0" }]);
  });
});
