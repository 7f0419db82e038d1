import { describe, expect, test } from "vitest";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { countShootsBySeed } from "./schedule-shoot.ts";
import { isHandledByScheduler, isWaitingForSeed, schedulerRetryMs } from "./scheduler-interest.ts";
import {
  defaultDomainSeedSpec,
  type SeedFields,
  scheduleOnSeeds,
  schedulingShootWith,
  seedWith,
  stoppedSeedMetadata,
  zoneSelectionSeedSpec,
} from "./scheduling.fixture.ts";

describe("the scheduler takes", () => {
  const near = seedWith({ name: "near", spec: { provider: { type: "aws", region: "eu-2" } } });
  const far = seedWith({ name: "far", spec: { provider: { type: "aws", region: "us-east" } } });

  test("the Seed with the fewest Shoots, of which one that moves counts twice", () => {
    const shoots = [
      schedulingShootWith({ seedName: "a" }),
      { ...schedulingShootWith({ seedName: "a" }), status: { seedName: "b" } },
    ];
    const usage = countShootsBySeed([
      ...shoots,
      schedulingShootWith({ seedName: "b" }),
      schedulingShootWith({ seedName: "b" }),
    ]);
    expect([...usage]).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
    expect(
      scheduleOnSeeds(schedulingShootWith(), [seedWith({ name: "b" }), seedWith({ name: "a" })], { usage }),
    ).toMatchObject({
      seed: "a",
    });
  });

  test("any of those with the fewest Shoots, for it reads them in random order", () => {
    const seeds = ["c", "a", "b"].map((name) => seedWith({ name }));
    const usage = new Map([
      ["a", 1],
      ["b", 2],
      ["c", 1],
    ]);
    expect(scheduleOnSeeds(schedulingShootWith(), seeds, { usage })).toMatchObject({ seed: "c", equals: ["c", "a"] });
  });

  test("the nearest one by name where nobody has measured, and by measure where somebody has", () => {
    const strategy = "MinimalDistance";
    expect(scheduleOnSeeds(schedulingShootWith(), [far, near], { strategy })).toMatchObject({ seed: "near" });
    const distances = new Map([["us-east", 5]]);
    expect(scheduleOnSeeds(schedulingShootWith(), [far, near], { strategy, distances })).toMatchObject({ seed: "far" });
  });

  test("one of any region for a Shoot that only tests", () => {
    expect(scheduleOnSeeds(schedulingShootWith({ purpose: "testing" }), [far])).toMatchObject({ seed: "far" });
  });

  test("an IPv4 Shoot on a Seed of the same ranges", () => {
    expect(scheduleOnSeeds(schedulingShootWith({ networking: { nodes: "10.0.0.0/16" } }), [seedWith()])).toMatchObject({
      seed: "s",
    });
  });
});

describe("the API server refuses to bind a Shoot without a range", () => {
  const networking = { ipFamilies: ["IPv4"] };
  const forbidden = 'Failed to schedule Shoot: shoots.core.gardener.cloud "one" is forbidden: ';
  const services = "spec.networking.services: Required value: services is required";
  const defaults = (ranges: object) => ({ spec: { networks: { shootDefaults: ranges } } });

  test.each<[string, Partial<ShootSpec>, SeedFields, string | undefined]>([
    [
      "to a Seed that has none for its Shoots",
      { networking },
      {},
      `${forbidden}[spec.networking.pods: Required value: pods is required, ${services}]`,
    ],
    ["of services alone", { networking: { ...networking, pods: "100.96.0.0/11" } }, {}, `${forbidden}${services}`],
    ["for Pods, unless it has no nodes", { networking, provider: { type: "aws" } }, {}, `${forbidden}${services}`],
    [
      "for which the Seed has one of another IP family",
      { networking: { ...networking, pods: "100.96.0.0/11" } },
      defaults({ pods: "100.96.0.0/11", services: "fd00:30::/108" }),
      `${forbidden}${services}`,
    ],
    [
      "but not where the Seed has them",
      { networking },
      defaults({ pods: "100.96.0.0/11", services: "100.64.0.0/13" }),
      undefined,
    ],
    ["but not of IPv6 alone", { networking: { ipFamilies: ["IPv6"] } }, {}, undefined],
  ])("%s", (_which, spec, fields, refusal) => {
    const result = scheduleOnSeeds(schedulingShootWith(spec), [seedWith(fields)]);
    expect(result).toMatchObject({ outcome: "scheduled", seed: "s" });
    expect("bindingRefusal" in result ? result.bindingRefusal : undefined).toBe(refusal);
  });
});

test("the API server refuses a domain that is in two default domains of the Seed, where the first does not fit", () => {
  const domains = (...names: readonly string[]) => ({
    spec: { dns: { defaults: names.map((domain) => ({ domain })) } },
  });
  const shoot = schedulingShootWith({ dns: { domain: "one.p.garden.example.org" } });
  const on = (...names: readonly string[]) => scheduleOnSeeds(shoot, [seedWith(domains(...names))]);
  expect(on("example.org", "garden.example.org")).toMatchObject({
    bindingRefusal:
      "Failed to schedule Shoot: Shoot.core.gardener.cloud \"one\" is invalid: spec.dns.domain: Invalid value: \"one.p.garden.example.org\": shoot uses a default domain but does not match expected scheme: <shoot-name>.<project-name>.<default-domain> (expected 'one.p.example.org', but got 'one.p.garden.example.org')",
  });
  expect(on("garden.example.org", "example.org")).not.toHaveProperty("bindingRefusal");
});

test.each<[string, number, Partial<ShootSpec>, SeedFields]>([
  ["an emergency stop before 1.126", 125, {}, { metadata: stoppedSeedMetadata }],
  ["a default domain before 1.131", 130, { dns: { domain: "two.p.example.org" } }, { spec: defaultDomainSeedSpec }],
  ["zones before 1.139", 138, {}, { spec: zoneSelectionSeedSpec("Enforce", "eu-1a") }],
])("a scheduler does not look at %s", (_what, minor, spec, fields) => {
  const at = (release: number) => gardenerRulesOfRelease({ minor: release, patch: 0, dev: false });
  expect(scheduleOnSeeds(schedulingShootWith(spec), [seedWith(fields)], { rules: at(minor) }).outcome).toBe(
    "scheduled",
  );
  expect(scheduleOnSeeds(schedulingShootWith(spec), [seedWith(fields)], { rules: at(minor + 1) }).outcome).toBe(
    "pending",
  );
});

test.each<[string, Shoot, boolean]>([
  ["looks at a Shoot without a Seed", schedulingShootWith(), true],
  ["does not look at one that has a Seed", schedulingShootWith({ seedName: "s" }), false],
  ["does not look at one of another scheduler", schedulingShootWith({ schedulerName: "mine" }), false],
  [
    "does not look at one in deletion",
    { ...schedulingShootWith(), metadata: { name: "one", deletionTimestamp: "2026-01-01T00:00:00Z" } },
    false,
  ],
  [
    "does not look at one that carries its own control plane",
    schedulingShootWith({
      provider: { type: "aws", workers: [{ name: "w", machine: { type: "m" }, controlPlane: {} }] },
    }),
    false,
  ],
])("the scheduler %s", (_rule, shoot, looks) => {
  expect(isHandledByScheduler(shoot)).toBe(looks);
});

test.each([
  ["is one whose creation is pending", {}, { type: "Create", state: "Pending" }, true],
  ["is none that was just created", {}, undefined, false],
  ["is none that has one", { seedName: "s" }, { type: "Create", state: "Pending" }, false],
])("a Shoot that waits for a Seed %s", (_which, spec, lastOperation, waits) => {
  expect(isWaitingForSeed({ ...schedulingShootWith(spec), status: lastOperation ? { lastOperation } : {} })).toBe(
    waits,
  );
});

test("the scheduler waits twice as long after each failure, up to almost 17 minutes", () => {
  expect([1, 2, 3, 18, 19, 100].map(schedulerRetryMs)).toEqual([5, 10, 20, 655_360, 1_000_000, 1_000_000]);
});
