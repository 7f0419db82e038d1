import { describe, expect, test } from "vitest";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { randomFleet } from "#lib/fleet/random-fleet.fixture.ts";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { clusterSnapshotOf } from "./cluster-snapshot.ts";
import { addressOfVisitEntry } from "./last-visit-descriptions.ts";
import { classifyPageView, snapshotIntervalMs, visitEndsAfterMs } from "./visit.ts";
import {
  clusterSnapshotKeyOf,
  VisitSnapshotReader,
  visitCountNames,
  visitCountsOf,
  visitSnapshotLines,
} from "./visit-snapshot.ts";

function read(lines: Iterable<string>) {
  const reader = new VisitSnapshotReader();
  for (const line of lines) reader.take(line);
  return reader.whole();
}

describe("a fleet that was seen", () => {
  test.each([0, 1, 499, 501, 1_200])("is read as it was written: %i clusters", (size) => {
    const rows = randomFleet(size, 7);
    const seen = read(visitSnapshotLines(rows, fixtureNow));
    const byName = (a: { namespace: string; name: string }, b: { namespace: string; name: string }) =>
      clusterSnapshotKeyOf(a) < clusterSnapshotKeyOf(b) ? -1 : 1;
    expect(seen?.clusters).toEqual(rows.map((row) => clusterSnapshotOf(row, fixtureNow)).toSorted(byName));
    expect(seen?.numbers.clusters).toBe(size);
  });

  test("is only numbers where no more may be kept", () => {
    const rows = randomFleet(300, 7);
    const seen = read(visitSnapshotLines(rows, fixtureNow, false));
    expect(seen).toMatchObject({ clusters: undefined, numbers: visitCountsOf(rows, fixtureNow) });
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ["broke off", (lines) => lines.slice(0, -1)],
    ["is of another form", ([head = "", ...rest]) => [head.replace('"format":2', '"format":1'), ...rest]],
    ["has a cluster that is none", ([head = ""]) => [head, '["c",{"id":1}]']],
    ["is no JSON", () => ["{"]],
  ])("is not read where it %s", (_what, spoil) => {
    const lines = spoil([...visitSnapshotLines(randomFleet(20, 7), fixtureNow)]);
    let whole: unknown;
    try {
      whole = read(lines);
    } catch {
      whole = undefined;
    }
    expect(whole).toBeUndefined();
  });

  test("has numbers that are those of the lists behind them", () => {
    const rows = randomFleet(500, 9);
    const numbers = visitCountsOf(rows, fixtureNow);
    for (const of of visitCountNames) {
      const line = { key: "", change: { kind: "number", of, was: 0, is: 0 } as const, clusters: 0, named: [] };
      const [, search = ""] = addressOfVisitEntry(line)?.split("?") ?? [];
      const listed = filterFleet(rows, parseFleetQuery(new URLSearchParams(search)), createFleetContext(fixtureNow));
      expect([of, numbers[of]]).toEqual([of, listed.length]);
    }
  });
});

describe("a look", () => {
  const visit = { lookedAt: fixtureNow };

  test.each([
    ["is the first where nothing is remembered", undefined, 0, "first"],
    ["is another one of the same visit", visit, snapshotIntervalMs - 1, "again"],
    ["is worth remembering after a while", visit, snapshotIntervalMs, "remembering"],
    ["belongs to the visit as long as that has not ended", visit, visitEndsAfterMs, "remembering"],
    ["begins a new visit afterwards", visit, visitEndsAfterMs + 1, "new"],
    ["by a clock that is behind begins nothing", visit, -visitEndsAfterMs, "again"],
  ] as const)("%s", (_what, held, ago, kind) => {
    expect(classifyPageView(held, fixtureNow + ago)).toBe(kind);
  });
});
