import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { countOrderChanges, orderChangesBetween } from "#lib/view/grid/frozen-order.ts";
import type { SortTerm } from "./fields/field-names.ts";
import { sortFleet } from "./fleet-sort.ts";
import { sampleFleetRow } from "./sample-fleet-row.fixture.ts";

const a = sampleFleetRow({ name: "pool-10", health: "unhealthy", findings: 3, lastOperation: { state: "Failed" } });
const b = sampleFleetRow({ name: "pool-2", kubernetes: { version: "1.33.10", classification: "supported" } });
const c = sampleFleetRow({
  name: "alpha",
  health: "progressing",
  lastOperation: { state: "Brewing" },
  images: [{ name: "gl", version: "1", classification: "expired", pools: [] }],
  createdAt: "2020-01-01T00:00:00Z",
});

function order(rows: readonly FleetRow[], ...sort: readonly SortTerm[]): readonly string[] {
  return sortFleet(rows, sort, { windowBegin: ({ name }) => (name === "alpha" ? 5 : undefined) }).map(
    ({ name }) => name,
  );
}

describe("sorting", () => {
  test.each([
    ["name", ["alpha", "pool-2", "pool-10"]],
    ["health", ["pool-10", "alpha", "pool-2"]],
    ["findings", ["pool-10", "alpha", "pool-2"]],
    ["op", ["pool-10", "alpha", "pool-2"]],
    ["images", ["alpha", "pool-2", "pool-10"]],
    ["window", ["alpha", "pool-2", "pool-10"]],
    ["created", ["alpha", "pool-2", "pool-10"]],
  ] as const)("by %s puts what matters first", (key, expected) => {
    expect(order([a, b, c], { key, descending: false })).toEqual(expected);
  });

  test("by a label puts clusters without it last", () => {
    const [red, blue, none] = [{ team: "red" }, { team: "blue" }, {}].map((labels, place) =>
      sampleFleetRow({ name: `c${place}`, labels }),
    );
    expect([red, blue, none]).not.toContain(undefined);
    const rows = [none, red, blue].flatMap((row) => row ?? []);
    expect(order(rows, { key: "label:team", descending: false })).toEqual(["c1", "c0", "c2"]);
  });

  test("1.33.10 comes after 1.33.4", () => {
    expect(order([b, a, c], { key: "k8s", descending: true })).toEqual(["pool-2", "alpha", "pool-10"]);
  });

  test("pre-releases come by their precedence, below their release, and what is no version at the end", () => {
    const run = ["1.35.0", "1.35.0-beta.10", "1.35.0-beta.2", "1.35.0-alpha.9", "1.34.9", "main", "1.35.0-beta"];
    const rows = run.map((version) =>
      sampleFleetRow({ name: version, kubernetes: { version, classification: "supported" } }),
    );
    expect(order(rows, { key: "k8s", descending: false })).toEqual([
      "1.34.9",
      "1.35.0-alpha.9",
      "1.35.0-beta",
      "1.35.0-beta.2",
      "1.35.0-beta.10",
      "1.35.0",
      "main",
    ]);
  });

  test("without a wish rows come by name, and the input keeps its order", () => {
    const rows = [a, b, c];
    expect(order(rows)).toEqual(["alpha", "pool-2", "pool-10"]);
    expect(rows).toEqual([a, b, c]);
  });

  test("ties fall back to the name in both directions", () => {
    expect(order([a, b, c], { key: "provider", descending: true })).toEqual(["alpha", "pool-2", "pool-10"]);
  });
});

describe("a frozen order", () => {
  test.each([
    { name: "nothing new", shown: ["a", "b", "c"], next: ["a", "b", "c"], changes: 0 },
    {
      name: "the last jumps to the top: one move",
      shown: ["a", "b", "c", "d"],
      next: ["d", "a", "b", "c"],
      changes: 1,
    },
    { name: "one comes, one goes", shown: ["a", "b"], next: ["b", "c"], changes: 2 },
    { name: "all turned round", shown: ["a", "b", "c"], next: ["c", "b", "a"], changes: 2 },
    { name: "an empty screen", shown: [], next: ["a"], changes: 1 },
  ])("counts $name", ({ shown, next, changes }) => {
    expect(countOrderChanges(orderChangesBetween(shown, next))).toBe(changes);
  });
});
