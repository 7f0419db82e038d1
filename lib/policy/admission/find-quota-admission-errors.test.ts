import { expect, test } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { findQuotaAdmissionErrors } from "./find-quota-admission-errors.ts";

const profile = prepareProfile({
  machineTypes: [{ name: "m", cpu: "4", gpu: "0", memory: "16Gi" }],
  volumeTypes: [
    { name: "fast", class: "premium" },
    { name: "slow", class: "standard" },
  ],
});
const [stored] = storedShootSpec.provider.workers ?? [];
const pool = stored && { ...stored, volume: { type: "slow", size: "1Mi" } };
const old = { ...storedShootSpec, provider: { ...storedShootSpec.provider, workers: pool ? [pool] : [] } };

function exceeded(change: Partial<Worker>, metrics: Readonly<Record<string, string>>): unknown {
  const workers = pool ? [{ ...pool, ...change }] : [];
  const quota = { metadata: { name: "trial" }, spec: { metrics } };
  const faults = findQuotaAdmissionErrors({
    old,
    new: { ...storedShootSpec, provider: { ...storedShootSpec.provider, workers } },
    profile,
    quotas: [quota],
  });
  return faults.map(({ facts }) => facts?.metrics);
}

test.each<[string, Partial<Worker>, Readonly<Record<string, string>>, unknown]>([
  ["as much as there is", { maximum: 5 }, { cpu: "20", memory: "80Gi", loadbalancer: "1" }, []],
  ["more processors and memory", { maximum: 6 }, { cpu: "20", memory: "80Gi", gpu: "0" }, [["cpu", "memory"]]],
  [
    "more of a class of storage",
    { volume: { type: "fast", size: "50Gi" } },
    { "storage.premium": "149Gi" },
    [["storage.premium"]],
  ],
  ["another class of storage", { volume: { type: "fast", size: "50Gi" } }, { "storage.standard": "1Gi" }, []],
  ["a load balancer", { maximum: 4 }, { loadbalancer: "0" }, [["loadbalancer"]]],
  ["what it had before", {}, { cpu: "1" }, []],
  ["very many nodes", { maximum: 2_000_000_000 }, { cpu: "8G" }, []],
  ["one too many of very many", { maximum: 2_000_000_001 }, { cpu: "8G" }, [["cpu"]]],
])("a cluster that asks for %s", (_what, change, metrics, expected) => {
  expect(exceeded(change, metrics)).toEqual(expected);
});

test("other clusters of the account count, each with the machines of its own profile", () => {
  const small = prepareProfile({ ...profile.spec, machineTypes: [{ name: "m", cpu: "1", gpu: "0", memory: "2Gi" }] });
  const other = { ...storedShootSpec, provider: { type: "local", workers: pool ? [{ ...pool, maximum: 4 }] : [] } };
  const asked = (cpu: string) =>
    findQuotaAdmissionErrors({
      old: { ...storedShootSpec, provider: { type: "local", workers: [] } },
      new: { ...other, provider: { type: "local", workers: pool ? [{ ...pool, maximum: 2 }] : [] } },
      profile,
      quotas: [{ metadata: { name: "trial" }, ...{ spec: { metrics: { cpu } } } }],
      otherUsersOf: () => [
        { spec: other, profile: small },
        { spec: other, profile: undefined },
      ],
    });
  expect(asked("12")).toEqual([]);
  expect(asked("11")).toMatchObject([{ code: "QUOTA_EXCEEDED", facts: { metrics: ["cpu"] } }]);
});

test("a quota refuses whatever asks for more while Gardener cannot count one of its clusters", () => {
  const withPool = (change: Partial<Worker>) => ({
    ...storedShootSpec,
    provider: { type: "local", workers: pool ? [{ ...pool, volume: { type: "fast", size: "1Gi" }, ...change }] : [] },
  });
  const faults = (next: Partial<Worker>, other: Partial<Worker>) =>
    findQuotaAdmissionErrors({
      old: withPool({}),
      new: withPool(next),
      profile,
      quotas: [{ metadata: { name: "trial" }, ...{ spec: { metrics: { cpu: "1000" } } } }],
      otherUsersOf: () => [{ name: "shop/one", spec: withPool(other), profile }],
    }).map(({ code, facts }) => [code, facts?.pool, facts?.type]);
  const gone = { machine: { type: "gone" } };
  const grown = { maximum: (pool?.maximum ?? 0) + 1 };
  expect(faults(grown, {})).toEqual([]);
  expect(faults(grown, gone)).toEqual([["QUOTA_WITHOUT_MACHINE_TYPE", `shop/one/${pool?.name}`, "gone"]]);
  expect(faults(gone, {}), "also if it is the cluster itself").toEqual([
    ["QUOTA_WITHOUT_MACHINE_TYPE", pool?.name, "gone"],
  ]);
  expect(faults(grown, { volume: { type: "gone", size: "1Gi" } })).toEqual([
    ["QUOTA_WITHOUT_VOLUME_TYPE", `shop/one/${pool?.name}`, pool?.machine.type],
  ]);
  expect(faults({}, gone), "what asks for no more is not checked").toEqual([]);
});
