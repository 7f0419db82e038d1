import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { createForcedChangeFilter } from "#lib/fleet/fields/forced-filter.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, parseFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { createRandomNumbers } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { triesAllCases } from "#lib/testing/case-count.fixture.ts";
import { forecastTableRowsOf, reportedComponentLabel } from "./forecast-table-rows.ts";
import { createHeatMap, heatLevel, sortHeatRows, timeRangeOfHeatMap } from "./heat-map.ts";
import {
  countForcedMinorSoon,
  createRiskHistogram,
  forcedEventKinds,
  queryOfForcedMinorSoon,
  queryOfRiskBar,
  withoutForcedChangeFilters,
} from "./risk-histogram.ts";
import { countStuckClusters, missingUpgradeLinkLabel, missingUpgradeLinksOf } from "./stuck-board.ts";

const context = createFleetContext(fixtureNow);
const query = (text: string) => parseFleetQuery(new URLSearchParams(text));

/** Random list rows with forecasts at any time; the same seed gives the same rows. */
function anyFleet(size: number, seed = 7): readonly FleetRow[] {
  const { below } = createRandomNumbers(seed);
  const codes = ["no-next-minor", "highest-minor", "rejected-by-dry-run"];
  return Array.from({ length: size }, (_, index) => {
    const forced = [
      ...(below(3) === 0 ? [sampleForcedStep(below(250), { overdue: below(5) === 0 })] : []),
      ...(below(3) === 0 ? [sampleImageStep(below(250), { overdue: below(5) === 0 })] : []),
      ...(below(5) === 0 ? [sampleForcedStep(below(90), { hop: "patch" })] : []),
    ].sort((a, b) => a.earliestAt - b.earliestAt);
    const deadEnds = [
      ...(below(6) === 0
        ? [sampleDeadEnd(below(500), { code: codes[below(3)] ?? "", missing: `1.${34 + below(3)}.x` })]
        : []),
      ...(below(9) === 0 ? [sampleDeadEnd(below(500), { code: "image-end-of-life", missing: "suse-chost" })] : []),
    ];
    const without = below(20) === 0 ? { without: "no-profile" } : {};
    return sampleFleetRow({
      name: `c${index}`,
      project: `p${below(4)}`,
      purpose: below(2) === 0 ? "production" : "development",
      forecast: sampleRowForecast("without" in without ? without : { forced, deadEnds }),
    });
  });
}

const fleet = anyFleet(500);

const fleets = [
  ["five hundred clusters", fleet],
  ["other five hundred", anyFleet(500, 11)],
  ...(triesAllCases ? [["ten thousand", anyFleet(10_000, 3)] as const] : []),
] as const;
const asks = ["", "project=p1", "purpose=production&hop=image", "forceIn=..30d", "deadend=1&forceIn=overdue"];

describe.each(fleets)("every number is the number of clusters behind its link, among %s:", (_name, rows) => {
  const behind = (other: FleetQuery) => filterFleet(rows, other, context).length;

  test.each(asks)("of the histogram under '%s'", (text) => {
    const asked = query(text);
    const base = filterFleet(rows, withoutForcedChangeFilters(asked), context);
    const { bars, calm, without } = createRiskHistogram(base, fixtureNow);
    for (const { counts, total, time } of bars) {
      for (const kind of forcedEventKinds) expect(counts[kind]).toBe(behind(queryOfRiskBar(asked, { kind, time })));
      expect(total).toBe(behind(queryOfRiskBar(asked, { time })));
    }
    expect(calm).toBe(behind(queryOfRiskBar(asked, { time: "none" })));
    const unknown = [...without.values()].reduce((sum, count) => sum + count, 0);
    expect(unknown).toBe(behind(queryOfRiskBar(asked, { time: "unknown" })));
    // Each cluster is counted once.
    expect(bars.reduce((sum, { total }) => sum + total, calm + unknown)).toBe(base.length);
    const { all, production } = countForcedMinorSoon(base, fixtureNow);
    const soon = queryOfForcedMinorSoon(asked, fixtureNow);
    expect(all).toBe(behind(soon));
    expect(production).toBe(filterFleet(base, withFilter(soon, "purpose", ["production"]), context).length);
  });

  test.each(["", "hop=minor", "deadend=1", "deadend=gap", "purpose=production"])("of the weeks under '%s'", (text) => {
    const asked = query(text);
    const shown = filterFleet(rows, withFilter(asked, "forceIn", []), context);
    const map = createHeatMap(shown, "project", {
      now: fixtureNow,
      eventsOf: createForcedChangeFilter(asked.filters).events,
    });
    expect(map.rows.length).toBeGreaterThan(0);
    for (const row of map.rows) {
      const within = withFilter(asked, "project", [row.name]);
      for (const [index, { time }] of map.columns.entries()) {
        expect(row.counts[index]).toBe(behind(withFilter(within, "forceIn", [time])));
      }
      expect(row.total).toBe(behind(withFilter(within, "forceIn", [timeRangeOfHeatMap(map)])));
      expect(row.total).toBe(row.counts.reduce((sum, count) => sum + count, 0));
    }
    expect(map.totals.total).toBe(map.rows.reduce((sum, { total }) => sum + total, 0));
  });

  test("of the stuck board", () => {
    for (const { key, clusters } of missingUpgradeLinksOf(rows, fixtureNow)) {
      expect(clusters).toBe(behind(withFilter(query(""), "deadend", [key])));
    }
    const { stuck, open } = countStuckClusters(rows, fixtureNow);
    expect(stuck).toBe(behind(query("deadend=stuck")));
    expect(open).toBe(behind(query("deadend=open,-stuck")));
  });
});

test("what a link asks for means the same clusters a day later", () => {
  const tomorrow = { ...context, now: fixtureNow + 86_400_000 };
  for (const { time } of createRiskHistogram(fleet, fixtureNow).bars.slice(2)) {
    const names = (at: typeof context) =>
      filterFleet(fleet, queryOfRiskBar(query(""), { time }), at).map(({ name }) => name);
    expect(names(tomorrow)).toEqual(names(context));
  }
});

test("the stuck board puts first what frees most, and counts as freed whom nothing else holds", () => {
  const rows = [
    sampleFleetRow({ name: "a", forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(3, { overdue: true })] }) }),
    sampleFleetRow({ name: "b", forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(1)] }) }),
    sampleFleetRow({
      name: "c",
      forecast: sampleRowForecast({
        deadEnds: [sampleDeadEnd(2), sampleDeadEnd(9, { code: "image-end-of-life", missing: "suse-chost" })],
      }),
    }),
  ];
  expect(missingUpgradeLinksOf(rows, fixtureNow)).toEqual([
    {
      key: "no-next-minor:1.34.x@gcp",
      code: "no-next-minor",
      cause: "gap",
      urgency: "now",
      missing: "1.34.x",
      profile: "gcp",
      clusters: 3,
      freed: 2,
      stuckNow: 1,
      firstAt: fixtureNow + 86_400_000,
    },
    expect.objectContaining({ key: "image-end-of-life:suse-chost@gcp", clusters: 1, freed: 0 }),
  ]);
});

test.each([
  [{ code: "no-next-minor", missing: "1.34.x", profile: "gcp" }, "1.34 missing in gcp"],
  [{ code: "preview-only", missing: "1.34.x", profile: "gcp" }, "no 1.34 in gcp yet"],
  [{ code: "image-end-of-life", missing: "suse-chost", profile: "gcp" }, "no newer suse-chost in gcp yet"],
  [{ code: "version-unreadable" }, "Version cannot be read"],
  [{ code: "newer-than-this-build" }, "newer-than-this-build"],
])("a missing link %j is called '%s'", (link, words) => {
  expect(missingUpgradeLinkLabel(link)).toBe(words);
});

test("heat has seven levels, and an empty cell none", () => {
  expect([0, 1, 2, 7, 14].map((count) => heatLevel(count, 14))).toEqual([0, 1, 1, 4, 7]);
  expect(heatLevel(3, 0)).toBe(0);
});

test("weeks sort by name, by total and by a week", () => {
  const rows = [
    { name: "p10", counts: [1, 5], total: 6 },
    { name: "p2", counts: [3, 1], total: 4 },
  ];
  const names = (by: "name" | "total" | number) => sortHeatRows(rows, by).map(({ name }) => name);
  expect([names("name"), names("total"), names(0)]).toEqual([
    ["p2", "p10"],
    ["p10", "p2"],
    ["p2", "p10"],
  ]);
});

test("the table has the clusters upon which something is forced, and the most nodes that one change replaces", () => {
  const rows = [
    sampleFleetRow({ name: "calm", forecast: sampleRowForecast() }),
    sampleFleetRow({
      name: "a",
      forecast: sampleRowForecast({
        forced: [sampleImageStep(2, { nodes: 7 }), sampleForcedStep(9)],
        stepsToStable: 2,
      }),
    }),
    sampleFleetRow({ name: "b", forecast: sampleRowForecast({ forced: [without(sampleForcedStep(1))] }) }),
  ];
  const lines = forecastTableRowsOf(rows).map(({ row, steps, nodes }) => ({ name: row.name, steps, nodes }));
  expect(lines).toEqual([
    { name: "a", steps: 2, nodes: 7 },
    { name: "b", steps: undefined, nodes: undefined },
  ]);
});

function without({ nodes: _, ...step }: ReturnType<typeof sampleForcedStep>) {
  return step;
}

test.each([
  ["controlPlane", "control plane"],
  ["pool/a/b/kubernetes", "Kubernetes of a/b"],
  ["pool/data/image", "image of data"],
  ["run", "whole maintenance"],
  ["else", "else"],
])("the lane %s is called '%s'", (lane, words) => {
  expect(reportedComponentLabel(lane)).toBe(words);
});
