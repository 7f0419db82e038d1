import { describe, expect, test } from "vitest";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { sampleSeed } from "./sample-seed.fixture.ts";
import { formatSeedQuery, parseSeedQuery, seedSortKeys } from "./seed-query.ts";
import { isSeedInState, seedFilling, seedsByRelease, selectSeeds } from "./select-seeds.ts";

const failing = { type: "ExtensionsReady", status: "False", message: "two are not ready" };
const unknown = { type: "GardenletReady", status: "Unknown" };
const ignored = { type: "ManagedResourcesHonored", status: "False" };
const stop = { type: "EmergencyStopShootReconciliations", status: "True" };

const selected = (search: string, seeds: readonly Partial<ListedSeed>[]) =>
  selectSeeds(
    seeds.map((seed) => ({ seed: sampleSeed(seed), clusters: undefined })),
    parseSeedQuery(new URLSearchParams(search)),
  ).map(({ seed }) => seed.name);

describe("the list of Seeds", () => {
  test("begins with failing Seeds, then unknown, stopped, deleted and hidden ones", () => {
    const seeds = [
      { name: "fine" },
      { name: "hidden", visible: false },
      { name: "deleted", deletionRequestedAt: "2026-11-30T00:00:00Z" },
      { name: "stopped", emergencyStop: true, conditions: [stop] },
      { name: "silent", conditions: [unknown] },
      { name: "failing", conditions: [failing] },
    ];
    expect(selected("", seeds)).toEqual(["failing", "silent", "stopped", "deleted", "hidden", "fine"]);
    expect(selected("sort=-state", seeds)[0]).toBe("fine");
  });

  test.each([
    ["q=EU", ["eu1", "eu2"]],
    ["provider=aws", ["eu2"]],
    ["region=west", ["us1"]],
    ["gardener=1.149.3", ["us1"]],
    ["state=hidden", ["eu2"]],
    ["state=full", ["us1"]],
    ["q=eu&provider=aws", ["eu2"]],
    ["provider=none", []],
    ["state=nonsense", ["eu1", "eu2", "us1"]],
  ])("restricted by %s has only the Seeds that it selects", (search, expected) => {
    const seeds = [
      { name: "eu1" },
      { name: "eu2", provider: "aws", visible: false },
      { name: "us1", region: "west", gardener: "v1.149.3", used: 9, allocatable: 10 },
    ];
    expect(selected(`${search}&sort=name`, seeds)).toEqual(expected);
  });

  test("sorts releases by their numbers, not by their letters", () => {
    const seeds = [
      { name: "b", gardener: "v1.99.0" },
      { name: "a", gardener: "v1.150.0" },
    ];
    expect(selected("sort=gardener", seeds)).toEqual(["b", "a"]);
  });

  test("sorted by capacity begins with the fullest Seed, one without a limit last", () => {
    const seeds = [
      { name: "endless", used: 900 },
      { name: "empty", used: 0, allocatable: 10 },
      { name: "full", used: 10, allocatable: 10 },
    ];
    expect(selected("sort=capacity", seeds)).toEqual(["full", "empty", "endless"]);
  });
});

describe("a Seed", () => {
  test.each([
    ["with a failing condition", { conditions: [failing] }, true],
    ["with a failing constraint", { constraints: [ignored] }, true],
    ["with an emergency stop", { emergencyStop: true }, true],
    ["that is only hidden", { visible: false }, false],
    // The condition says that the stop is in force, which is no finding of its own.
    ["whose stop has just been lifted", { conditions: [stop] }, false],
  ])("%s needs attention or not", (_case, differs, expected) => {
    expect(isSeedInState(sampleSeed(differs), "attention")).toBe(expected);
  });

  test.each([
    [{ used: 10, allocatable: 10 }, "full"],
    [{ used: 12, allocatable: 10 }, "full"],
    [{ used: 8, allocatable: 10 }, "nearly-full"],
    [{ used: 7, allocatable: 10 }, "free"],
    [{ used: 0, allocatable: 0 }, "full"],
    [{ allocatable: 10 }, undefined],
    [{ used: 10 }, undefined],
  ])("with %o is %s", (capacity, expected) => {
    expect(seedFilling(capacity)).toBe(expected);
  });
});

test("releases are counted with the newest first, and one that cannot be read last", () => {
  const seeds = ["v1.99.0", "odd", "v1.150.0", "v1.150.0"].map((gardener) => ({ gardener }));
  expect(seedsByRelease([...seeds, {}])).toEqual([
    { release: "v1.150.0", seeds: 2 },
    { release: "v1.99.0", seeds: 1 },
    { release: "odd", seeds: 1 },
  ]);
});

test("each query has one address, which leads back to it and keeps the parameters of other pages", () => {
  for (const key of seedSortKeys)
    for (const sort of [key, `-${key}`]) {
      const search = `?q=eu&provider=aws&region=west&gardener=1.150.0&state=hidden&sort=${sort}&tz=utc`;
      const query = parseSeedQuery(new URLSearchParams(search));
      const written = formatSeedQuery(query, new URLSearchParams(search));
      expect(parseSeedQuery(new URLSearchParams(written))).toEqual(query);
      expect(written).toContain("tz=utc");
    }
  expect(formatSeedQuery(parseSeedQuery(new URLSearchParams()), new URLSearchParams())).toBe("");
});
