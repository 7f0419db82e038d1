import { describe, expect, test } from "vitest";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { countShootsBySeed } from "./schedule-shoot.ts";
import { isHandledByScheduler, schedulerRetryMs } from "./scheduler-interest.ts";
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

test("the scheduler waits twice as long after each failure, up to almost 17 minutes", () => {
  expect([1, 2, 3, 18, 19, 100].map(schedulerRetryMs)).toEqual([5, 10, 20, 655_360, 1_000_000, 1_000_000]);
});
