import { describe, expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { RollOutState } from "#lib/policy/next/roll-out.ts";
import { mostSquares, openRollOuts, rollOutGrid } from "./roll-out-grid.ts";
import { sampleSeed } from "./sample-seed.fixture.ts";
import { createSeedClusterCollector } from "./seed-clusters.ts";
import { seedWorkloadOf } from "./seed-workload.ts";

const finishedAt = "2026-11-30T10:00:00Z";
const done = { gardenerVersion: "v1.150.0", lastOperation: { state: "Succeeded", updatedAt: finishedAt } };

function collected(rows: readonly Parameters<typeof sampleFleetRow>[0][]) {
  const collector = createSeedClusterCollector(new Map([["gcp-eu1", { gardener: "v1.150.0" }]]));
  for (const [index, row] of rows.entries()) collector.add(sampleFleetRow({ name: `c${index}`, ...row }));
  return collector.result();
}

test("the clusters of each Seed are counted by health and by what they did since its release", () => {
  const sums = collected([
    done,
    { ...done, health: "unhealthy" },
    { ...done, gardenerVersion: "v1.149.3", confineSpecUpdateRollout: true },
    {
      ...done,
      lastOperation: { state: "Failed" },
      next: { subject: "failed", turn: "Owner" },
      errorCodes: ["ERR_INFRA_QUOTA_EXCEEDED"],
    },
    { ...done, lastOperation: { state: "Error" }, next: { subject: "retrying", turn: "Gardener" }, errorCodes: [] },
    { ...done, lastOperation: { state: "Error" }, next: { subject: "ignored", turn: "Operator" } },
    // A code of a cluster that the new gardenlet has not begun says nothing about the new gardenlet.
    { ...done, gardenerVersion: "v1.149.3", errorCodes: ["ERR_INFRA_DEPENDENCIES"] },
    { ...done, seed: "other" },
    { ...done, seed: undefined },
  ]);
  expect([...sums.keys()]).toEqual(["gcp-eu1", "other"]);
  const here = sums.get("gcp-eu1");
  expect(here?.clusters).toBe(7);
  expect(Object.fromEntries(here?.byHealth ?? [])).toEqual({ healthy: 6, unhealthy: 1 });
  expect(Object.fromEntries(here?.byRollOut ?? [])).toEqual({ done: 2, waiting: 2, failed: 1, retrying: 1, held: 1 });
  expect(here?.untimed).toBe(1);
  expect(here?.finishedAt).toEqual([Date.parse(finishedAt), Date.parse(finishedAt)]);
  expect(Object.fromEntries(here?.causes ?? [])).toEqual({ ERR_INFRA_QUOTA_EXCEEDED: 1, "": 2 });
  expect(Object.fromEntries(sums.get("other")?.byRollOut ?? [])).toEqual({ unknown: 1 });
});

describe("the picture of a Seed", () => {
  test.each([0, 1, 199, 200, 201, 1_000, 10_000])("of %i clusters has at most two hundred squares", (clusters) => {
    const { squares, clustersPerSquare } = rollOutGrid(new Map([["done", clusters]]));
    expect(squares.length).toBeLessThanOrEqual(mostSquares);
    expect(squares.length * clustersPerSquare).toBeGreaterThanOrEqual(clusters);
    expect((squares.length - 1) * clustersPerSquare).toBeLessThan(Math.max(1, clusters));
  });

  test("loses no failure where several clusters share a square", () => {
    const { squares } = rollOutGrid(
      new Map<RollOutState, number>([
        ["done", 2_000],
        ["failed", 1],
        ["waiting", 3_000],
      ]),
    );
    expect(squares.filter((state) => state === "failed")).toHaveLength(1);
  });
});

test("Seeds with open clusters come first, the most open ones at the top", () => {
  const waiting = { ...done, gardenerVersion: "v1.149.3" };
  const rowOf = (name: string, rows: readonly Parameters<typeof sampleFleetRow>[0][]) => ({
    seed: sampleSeed({ name }),
    clusters: collected(rows).get("gcp-eu1"),
  });
  const { open, finished } = openRollOuts([
    rowOf("one", [done, waiting]),
    rowOf("none", [done]),
    rowOf("two", [waiting, waiting]),
    { seed: sampleSeed({ name: "unread" }), clusters: undefined },
  ]);
  expect(open.map(({ seed }) => seed.name)).toEqual(["two", "one"]);
  expect(finished).toBe(1);
});

test("versions of a Seed's clusters are in the order of their numbers, and only running operations run", () => {
  const { versions, running, forced } = seedWorkloadOf([
    sampleFleetRow({ name: "a", kubernetes: { version: "1.34.10", classification: "supported" } }),
    sampleFleetRow({ name: "b", kubernetes: { version: "1.34.9", classification: "supported" } }),
    sampleFleetRow({ name: "c", kubernetes: { version: "1.34.9", classification: "supported" } }),
    sampleFleetRow({
      name: "d",
      lastOperation: { state: "Processing" },
      kubernetes: { version: "1.34.9", classification: "supported" },
    }),
  ]);
  expect(versions).toEqual([
    { version: "1.34.9", clusters: 3 },
    { version: "1.34.10", clusters: 1 },
  ]);
  expect(running.map(({ name }) => name)).toEqual(["d"]);
  expect(forced).toEqual([]);
});
