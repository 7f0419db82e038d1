import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type GroupKey, groupKeys } from "#lib/fleet/fleet-grouping.ts";
import { emptyFleetQuery } from "#lib/fleet/fleet-query.ts";
import { randomFleet } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { groupFleet } from "./group-fleet.ts";
import { groupTotalsOf } from "./group-totals.ts";

const now = fixtureNow;

/** The titles of the groups, each with the names of its clusters. */
function grouped(rows: readonly FleetRow[], key: GroupKey, worst = false) {
  const { rows: inOrder, groups } = groupFleet(rows, { key, ...(worst && { worst }) }, now);
  return groups?.map(({ title, from, count }) => [title, inOrder.slice(from, from + count).map(({ name }) => name)]);
}

describe.each(groupKeys)("grouped by %s", (key) => {
  const rows = randomFleet(600, 7);
  const { rows: inOrder, groups = [] } = groupFleet(rows, { key }, now);

  test("every row is in exactly one group, and in its order there", () => {
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
    expect(new Set(inOrder).size).toBe(rows.length);
    for (const { from, count } of groups) {
      expect(count).toBeGreaterThan(0);
      const places = inOrder.slice(from, from + count).map((row) => rows.indexOf(row));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test("every group has a name of its own, and the worst first are the same groups", () => {
    const titles = groups.map(({ title }) => title);
    expect(titles).not.toContain("");
    expect(new Set(titles).size).toBe(titles.length);
    const worst = groupFleet(rows, { key, worst: true }, now).groups ?? [];
    expect(worst.map(({ title }) => title).sort()).toEqual(titles.sort());
  });
});

test("what a group adds up to is what the filters show that say the same", () => {
  const rows = randomFleet(600, 3);
  const shown = (key: string, value: string) =>
    filterFleet(rows, { ...emptyFleetQuery, filters: new Map([[key, [value]]]) }, { now, todayEndsAt: now }).length;
  expect(groupTotalsOf(rows, now)).toEqual({
    clusters: rows.length,
    unhealthy: shown("status", "unhealthy"),
    unknown: shown("status", "unknown"),
    forcedSoon: shown("forceIn", "..30d"),
    stuck: shown("deadend", "stuck"),
  });
});

test("without a grouping rows stay as they are", () => {
  const rows = randomFleet(3, 1);
  expect(groupFleet(rows, undefined, now)).toEqual({ rows });
});

test("projects come by name as people count, and what has no Seed comes last", () => {
  const of = (name: string, differs: Partial<FleetRow>) => sampleFleetRow({ name, ...differs });
  const rows = [
    of("a", { project: "team-10", seed: undefined }),
    of("b", { project: "team-9", seed: "aws-eu1" }),
    of("c", { project: "team-10", seed: "gcp-eu1" }),
  ];
  expect(grouped(rows, "project")).toEqual([
    ["team-9", ["b"]],
    ["team-10", ["a", "c"]],
  ]);
  expect(grouped(rows, "seed")?.map(([title]) => title)).toEqual(["aws-eu1", "gcp-eu1", "No Seed yet"]);
});

test("by a custom field, only those of its path are in the groups of its values", () => {
  const of = (name: string, customFields: Readonly<Record<string, string>>) => sampleFleetRow({ name, customFields });
  const rows = [of("a", { "Team@x": "red" }), of("b", { "Team@y": "red" }), of("c", { "Team@x": "blue" })];
  expect(grouped(rows, "field:Team@x")).toEqual([
    ["Team: blue", ["c"]],
    ["Team: red", ["a"]],
    ["Team has no value", ["b"]],
  ]);
});

test("by a label, an empty value is not the same as no label, which comes last", () => {
  const of = (name: string, labels?: Readonly<Record<string, string>>) => sampleFleetRow({ name, labels });
  const rows = [of("a"), of("b", { team: "t10" }), of("c", { team: "" }), of("d", { team: "t9" }), of("e", { x: "y" })];
  expect(grouped(rows, "label:team")).toEqual([
    ["team=", ["c"]],
    ["team=t9", ["d"]],
    ["team=t10", ["b"]],
    ["No label team", ["a", "e"]],
  ]);
});

test("the worst first: by unhealthy ones, then by what is forced soon, then by dead ends", () => {
  const rows = [
    sampleFleetRow({ name: "a", project: "fine" }),
    sampleFleetRow({ name: "b", project: "forced", forecast: sampleRowForecast({ forced: [sampleForcedStep(12)] }) }),
    sampleFleetRow({ name: "c", project: "sick", health: "unhealthy" }),
    sampleFleetRow({ name: "d", project: "stuck", forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(60)] }) }),
  ];
  expect(grouped(rows, "project", true)?.map(([title]) => title)).toEqual(["sick", "forced", "stuck", "fine"]);
});

test("purposes come as they matter, and minors as they count", () => {
  const rows = [
    sampleFleetRow({ name: "a", purpose: "testing", kubernetes: { version: "1.33.4", classification: "supported" } }),
    sampleFleetRow({ name: "b", purpose: undefined, kubernetes: { version: "1.9.3", classification: "expired" } }),
    sampleFleetRow({ name: "c", purpose: "production", kubernetes: { version: "", classification: "unknown" } }),
  ];
  expect(grouped(rows, "purpose")?.map(([title]) => title)).toEqual(["production", "testing", "No purpose"]);
  expect(grouped(rows, "version")?.map(([title]) => title)).toEqual([
    "Kubernetes 1.9",
    "Kubernetes 1.33",
    "Version not readable",
  ]);
});

test("weeks are those of the first forced change, in UTC from Monday on", () => {
  const rows = [
    sampleFleetRow({ name: "none", forecast: sampleRowForecast() }),
    sampleFleetRow({ name: "unknown", forecast: sampleRowForecast({ without: "no-profile" }) }),
    sampleFleetRow({ name: "next", forecast: sampleRowForecast({ forced: [sampleForcedStep(8)] }) }),
    sampleFleetRow({
      name: "first",
      forecast: sampleRowForecast({ forced: [sampleForcedStep(1), sampleForcedStep(8)] }),
    }),
    sampleFleetRow({
      name: "overdue",
      forecast: sampleRowForecast({ forced: [sampleForcedStep(1, { overdue: true })] }),
    }),
  ];
  const groups = grouped(rows, "week");
  expect(groups?.map(([, names]) => names)).toEqual([["overdue"], ["first"], ["next"], ["none"], ["unknown"]]);
  expect(groups?.map(([title]) => String(title).replace(/ \d+ \w+ \d{4}$/, ""))).toEqual([
    "Overdue",
    "Week of",
    "Week of",
    "No forced change in sight",
    "No forecast",
  ]);
});

test.each<[string, Partial<FleetRow>]>([
  [
    "A quota of the cloud account is exceeded",
    { errorCodes: ["ERR_INFRA_QUOTA_EXCEEDED"], lastOperation: { state: "Failed" } },
  ],
  ["Operation failed, no error code", { lastOperation: { state: "Failed" }, health: "unhealthy" }],
  ["Seed stopped", { next: { subject: "seed-stopped", turn: "Operator" }, lastOperation: { state: "Failed" } }],
  ["Change not taken up", { next: { subject: "change-pending", turn: "Owner" } }],
  ["Gardener is at work", { lastOperation: { state: "Aborted" } }],
  ["Lifetime ends", { endsAt: "2026-12-01T00:00:00Z" }],
  [
    "Hibernation schedule that never comes",
    { next: { subject: "healthy", turn: "Nobody", notes: ["schedule-never-comes"] } },
  ],
  [
    "Unhealthy: Nodes",
    { health: "unhealthy", conditions: [{ type: "EveryNodeReady", status: "False" }], constraints: [] },
  ],
  ["Not known: API server", { conditions: [{ type: "APIServerAvailable", status: "Unknown" }], health: "unknown" }],
  [
    "A certificate authority of the cluster expires within a year",
    { constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }] },
  ],
  ["Last maintenance failed", { lastMaintenance: { state: "Failed" } }],
  ["State not known", { health: "unknown", unreadable: ["no-version"] }],
  ["No problem found", { conditions: [{ type: "EveryNodeReady", status: "Progressing" }] }],
])("the cause is said in words: %s", (title, differs) => {
  expect(grouped([sampleFleetRow(differs)], "cause")).toEqual([[title, ["prod-eu1"]]]);
});

test("a cluster's own profile is another one than that of the same name elsewhere", () => {
  const own = (namespace: string) => ({ profile: { kind: "NamespacedCloudProfile", name: "gcp" }, namespace });
  const rows = [
    sampleFleetRow({ name: "a" }),
    sampleFleetRow({ name: "b", ...own("garden-ml") }),
    sampleFleetRow({ name: "c", ...own("x") }),
  ];
  expect(grouped(rows, "profile")).toEqual([
    ["gcp", ["a"]],
    ["gcp, of ml", ["b"]],
    ["gcp, of x", ["c"]],
  ]);
});
