import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createRandomNumbers, randomFleet } from "#lib/fleet/random-fleet.fixture.ts";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { rollOutStates } from "#lib/policy/next/roll-out.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { failureFilters, rollOutFilters } from "./roll-out-filters.ts";
import { openRollOuts, rollOutGrid } from "./roll-out-grid.ts";
import { sampleSeed } from "./sample-seed.fixture.ts";
import { createSeedClusterCollector, type SeedClusters } from "./seed-clusters.ts";
import { clustersOfSeedPath } from "./seed-path.ts";
import { parseSeedQuery } from "./seed-query.ts";
import { forcedFilters, runningFilters, seedWorkloadOf } from "./seed-workload.ts";
import { seedsByRelease, selectSeeds } from "./select-seeds.ts";

const seeds: readonly ListedSeed[] = ["gcp-eu1", "gcp-eu10", "silent"].map((name) => {
  const { gardener, ...seed } = sampleSeed({ name });
  return name === "silent" || gardener === undefined ? seed : { ...seed, gardener };
});

/** Clusters on these Seeds, reconciled by this gardenlet, an earlier one or none, in any state. */
function clustersOnSeeds(round: number): readonly FleetRow[] {
  const dice = createRandomNumbers(round);
  return randomFleet(400, round).map((row) => {
    const { lastOperation = { state: dice.pick(["Succeeded", "Succeeded", "Processing", "Pending", "odd"]) } } = row;
    return {
      ...row,
      seed: dice.pick(["gcp-eu1", "gcp-eu10", "silent", undefined]),
      gardenerVersion: dice.pick(["v1.150.0", "v1.150.0", "v1.149.3", "v1.15.0", undefined]),
      ...(dice.once(20) ? { lastOperation: undefined } : { lastOperation }),
    };
  });
}

const context = createFleetContext(fixtureNow);

function selected(rows: readonly FleetRow[], path: string): number {
  const query = parseFleetQuery(new URL(path, "https://almanac.example").searchParams);
  expect(query.unknown).toEqual([]);
  return filterFleet(rows, query, context).length;
}

function sumsOf(rows: readonly FleetRow[]): ReadonlyMap<string, SeedClusters> {
  const collector = createSeedClusterCollector(new Map(seeds.map((seed) => [seed.name, seed])));
  for (const row of rows) collector.add(row);
  return collector.result();
}

describe.each(Array.from({ length: caseCount(6, 200) }, (_, round) => round))("of random clusters %i", (round) => {
  const rows = clustersOnSeeds(round);
  const sums = sumsOf(rows);

  test("each link of a Seed in the list and in the roll-out leads to as many clusters as it says", () => {
    for (const { name, gardener } of seeds) {
      const { clusters = 0, byHealth, byRollOut, causes } = sums.get(name) ?? {};
      expect(selected(rows, clustersOfSeedPath(name))).toBe(clusters);
      for (const [health, count] of byHealth ?? [])
        expect(selected(rows, clustersOfSeedPath(name, { status: health }))).toBe(count);
      for (const state of rollOutStates) {
        const filters = rollOutFilters(state, gardener);
        if (filters === undefined) continue;
        const count = byRollOut?.get(state) ?? 0;
        expect([state, selected(rows, clustersOfSeedPath(name, filters))]).toEqual([state, count]);
      }
      for (const [code, count] of causes ?? [])
        expect([code, selected(rows, clustersOfSeedPath(name, failureFilters(code, gardener)))]).toEqual([code, count]);
    }
  });

  test("each link of a Seed's page leads to as many clusters as it says", () => {
    for (const { name } of seeds) {
      const { versions, forcedCount, running } = seedWorkloadOf(rows.filter(({ seed }) => seed === name));
      for (const { version, clusters } of versions)
        expect([version, selected(rows, clustersOfSeedPath(name, { k8s: version }))]).toEqual([version, clusters]);
      expect(selected(rows, clustersOfSeedPath(name, forcedFilters))).toBe(forcedCount);
      expect(selected(rows, clustersOfSeedPath(name, runningFilters))).toBe(running.length);
    }
  });

  test("the sentence of the roll-out counts the Seeds whose squares are not all done", () => {
    const counted = seeds.map((seed) => ({ seed, clusters: sums.get(seed.name) }));
    const all = counted.filter(({ clusters }) => clusters !== undefined);
    const { open, finished } = openRollOuts(counted);
    const drawnOpen = all.filter(({ clusters }) => {
      const { squares } = rollOutGrid(clusters?.byRollOut ?? new Map());
      return squares.some((state) => state !== "done");
    });
    expect([open.length, finished]).toEqual([drawnOpen.length, all.length - drawnOpen.length]);
  });

  test("the squares of a Seed are as many as its counts, of which each cluster is in one", () => {
    for (const { clusters, byHealth, byRollOut } of sums.values()) {
      for (const counts of [byHealth, byRollOut])
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(clusters);
      const { squares, clustersPerSquare } = rollOutGrid(byRollOut);
      expect(squares.length).toBe(Math.ceil(clusters / clustersPerSquare));
      if (clustersPerSquare > 1) continue;
      for (const state of rollOutStates)
        expect(squares.filter((each) => each === state).length).toBe(byRollOut.get(state) ?? 0);
    }
  });
});

test("each release of the roll-out leads to as many Seeds as it says", () => {
  const releases = ["v1.150.0", "v1.150.0", "v1.15.0", "v1.150.1", "odd"];
  const all = releases.map((gardener, index) => sampleSeed({ name: `seed${index}`, gardener }));
  const rows = all.map((seed) => ({ seed, clusters: undefined }));
  for (const { release, seeds: count } of seedsByRelease(all)) {
    const search = new URLSearchParams({ gardener: release.replace(/^v/, "") });
    expect([release, selectSeeds(rows, parseSeedQuery(search)).length]).toEqual([release, count]);
  }
});
