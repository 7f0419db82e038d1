import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext } from "./fields/create-fleet-context.ts";
import { filterFields } from "./fields/fleet-fields.ts";
import { filterFleet } from "./filter-fleet.ts";
import { emptyFleetQuery, formatFleetQuery, parseFleetQuery, toggleFilter } from "./fleet-query.ts";
import { sampleFleetRow } from "./sample-fleet-row.fixture.ts";
import { extractFiltersFromSearch, withoutUnfinishedTerm } from "./search-grammar.ts";
import { selectFleet } from "./select-fleet.ts";

const eu = sampleFleetRow({ name: "eu" });
const sick = sampleFleetRow({
  name: "sick",
  project: "shop",
  namespace: "garden-shop",
  health: "unhealthy",
  fixer: "user",
  errorCodes: ["ERR_INFRA_QUOTA_EXCEEDED"],
  conditions: [
    { type: "APIServerAvailable", status: "True" },
    { type: "EveryNodeReady", status: "False" },
  ],
  constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }],
  findings: 2,
  lastOperation: { type: "Reconcile", state: "Failed" },
  labels: { team: "blue" },
  customFields: { "Cost centre@a": "4100, sales", "Link@b": "https:x" },
  unsearchedFields: ["Link@b"],
  createdBy: "mei.tanaka@harborline.example",
});
const old = sampleFleetRow({
  name: "old",
  technicalId: "shoot-old-7f3",
  provider: "aws",
  kubernetes: { version: "1.31.2", classification: "expired" },
  pinnedPools: [{ pool: "data", version: "1.30.9" }],
  autoUpdate: { kubernetes: false, images: true },
  rotation: { family: "certificateAuthorities", phase: "Prepared" },
  hibernated: true,
  deletionRequestedAt: "2026-01-01T00:00:00Z",
});
const bare = sampleFleetRow({ name: "bare", images: [], pools: 0 });
const { purpose: _purpose, seed: _seed, profile: _profile, ...withoutDetails } = bare;
const fleet: readonly FleetRow[] = [eu, sick, old, withoutDetails];

const context = createFleetContext(Date.parse("2026-11-24T12:00:00Z"));
const select = (text: string) => selectFleet(fleet, parseFleetQuery(new URLSearchParams(text)), context);
const names = (text: string) => select(text).rows.map(({ name }) => name);

describe("filters", () => {
  test.each([
    ["", ["eu", "sick", "old", "bare"]],
    ["status=unhealthy", ["sick"]],
    ["status=-unhealthy", ["eu", "old", "bare"]],
    ["status=unhealthy,healthy", ["eu", "sick", "old", "bare"]],
    ["op=failed", ["sick"]],
    ["op=none", ["eu", "old", "bare"]],
    ["cond=EveryNodeReady:False", ["sick"]],
    ["cond=EveryNodeReady", ["sick"]],
    ["cond=APIServerAvailable", []],
    ["cond=APIServerAvailable:True", ["sick"]],
    ["constraint=CACertificateValiditiesAcceptable:False", ["sick"]],
    ["err=ERR_INFRA_QUOTA_EXCEEDED", ["sick"]],
    ["fixer=user", ["sick"]],
    ["k8s=1.31.*", ["old"]],
    ["k8s=1.30.9", ["old"]],
    ["k8s=1.33", ["eu", "sick", "bare"]],
    ["k8s=1", ["eu", "sick", "old", "bare"]],
    ["k8s=1.3", []],
    ["k8s=-1.3*", []],
    ["k8sClass=deprecated,expired", ["old"]],
    ["img=garden*", ["eu", "sick", "old"]],
    ["img=gardenlinux:1592.*", ["eu", "sick", "old"]],
    ["img=gardenlinux:1592", ["eu", "sick", "old"]],
    ["img=gardenlinux:1592.3", ["eu", "sick", "old"]],
    ["img=gardenlinux:1592.3.0", ["eu", "sick", "old"]],
    ["img=gardenlinux", ["eu", "sick", "old"]],
    ["img=gardenlinux:159", []],
    ["img=gardenlinux:1592.3.0.1", []],
    ["img=garden", []],
    ["img=gardenlinux:1312.*", []],
    ["auto=k8s:off,image:off", ["old"]],
    ["auto=image:on", ["eu", "sick", "old"]],
    ["rot=certificateAuthorities:Prepared", ["old"]],
    ["rot=certificateAuthorities", ["old"]],
    ["rot=ca:prepared", ["old"]],
    ["purpose=none", ["bare"]],
    ["project=shop", ["sick"]],
    ["provider=aws", ["old"]],
    ["seed=none", ["bare"]],
    ["profile=gcp", ["eu", "sick", "old"]],
    ["hib=1", ["old"]],
    ["del=0", ["eu", "sick", "bare"]],
    ["label=team:blue", ["sick"]],
    ["label=team", ["sick"]],
    ["label=constructor", []],
    ["field=cost centre:4100 Sales", ["sick"]],
    ["field=cost centre", ["sick"]],
    ["field=cost centre:4100", []],
    ["field=link:https", []],
    ["field=constructor", []],
    ['q=field:"cost centre:4100 sales"', ["sick"]],
    ["q=sales", ["sick"]],
    ["q=https:x", []],
    ["q=pay/old", ["old"]],
    ["q=-pay", ["sick"]],
    ["q=GCP-EU1+sick", ["sick"]],
    ['q="gcp sick"', []],
    ["q=status:unhealthy", ["sick"]],
    ["q=-k8s:1.33.*", ["old"]],
    ["q=nosuch:thing", []],
    // Logs, alerts and cloud consoles use technical IDs of clusters.
    ["q=shoot--pay--eu", ["eu"]],
    ["q=SHOOT--shop--sick", ["sick"]],
    ["q=shoot--pay", ["eu", "bare"]],
    ["q=shoot-old", ["old"]],
    ["q=shoot--pay--old", []],
    ["q=-shoot--pay--eu", ["sick", "old", "bare"]],
    // Every cluster has this value, so it is no useful search term.
    ["q=shoot", []],
    ["q=sho", ["sick"]],
    ["q=mei.tanaka", ["sick"]],
    ["q=tanaka@harborline.example", ["sick"]],
    ["q=blue", ["sick"]],
    ["q=team=blue", ["sick"]],
  ])("%s shows %j", (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});

describe("custom fields", () => {
  const values = [
    "blue",
    "Blue",
    "blue ",
    "blue,",
    '"blue"',
    "a, b",
    ' "a"\t,"b" ',
    "-x",
    "100 %&+",
    "x:y",
    ", ",
    '""',
  ];
  const rows = values.map((value, at) =>
    sampleFleetRow({ name: `c${at}`, customFields: { "Cost centre@a": value, "Team@b": value } }),
  );
  const field = filterFields.find(({ key }) => key === "field");
  const pairs = rows.map((row) => (field?.valuesOf(row, context) ?? []).map((pair) => pair.toLowerCase()));

  test("each value in an address selects all clusters that have it, in capital or small letters, and no others", () => {
    expect(new Set(pairs.flat()).size).toBe(10);
    for (const pair of new Set(pairs.flat())) {
      const address = formatFleetQuery(toggleFilter(emptyFleetQuery, "field", pair));
      const selected = selectFleet(rows, parseFleetQuery(new URLSearchParams(address)), context).rows;
      expect(selected, pair).toEqual(rows.filter((_, at) => pairs[at]?.includes(pair)));
      expect(selected.length, pair).toBeGreaterThan(0);
    }
  });

  test("a value of separators only is none", () => {
    expect(pairs.slice(-2)).toEqual([[], []]);
  });

  test("have no facet: their values are countless, and a page that is open for weeks would remember them all", () => {
    expect(select("").facets.has("field")).toBe(false);
  });
});

describe("facets", () => {
  const counts = (query: string, key: string) =>
    Object.fromEntries((select(query).facets.get(key) ?? []).map(({ value, count }) => [value, count]));

  test("count what ticking a box would show, given the other filters", () => {
    expect(counts("status=unhealthy", "status")).toEqual({ healthy: 3, unhealthy: 1 });
    expect(counts("status=unhealthy", "project")).toEqual({ shop: 1 });
    expect(counts("status=unhealthy&project=pay", "status")).toEqual({ healthy: 3, unhealthy: 0 });
  });

  test("fold Kubernetes versions to minors, pools included", () => {
    expect(counts("", "k8s")).toEqual({ "1.33.*": 3, "1.31.*": 1, "1.30.*": 1 });
  });

  test.each(["", "status=unhealthy", "project=shop&status=healthy", "k8s=1.3*,-1.31.*&q=e", "forceIn=..30d", "q=-eu"])(
    "are counted beside the very rows that a filter without numbers keeps: '%s'",
    (text) => {
      expect(filterFleet(fleet, parseFleetQuery(new URLSearchParams(text)), context)).toEqual(select(text).rows);
    },
  );

  test("are counted only for the fields that are asked for", () => {
    const { facets } = selectFleet(fleet, parseFleetQuery(new URLSearchParams()), { ...context, counted: ["status"] });
    expect([...facets.keys()]).toEqual(["status"]);
  });

  test("name the single filter that hides most", () => {
    expect(Object.fromEntries(select("project=shop&status=healthy").hiddenBy)).toEqual({ project: 3, status: 1 });
  });
});

describe("the search box", () => {
  test.each([
    ["status:", ""],
    ["eu -status:unh", "eu"],
    ['seed:"a b', ""],
    ['seed:"a b"', 'seed:"a b"'],
    ["status:unhealthy ", "status:unhealthy "],
    ["nosuch:thing", "nosuch:thing"],
    ["eu", "eu"],
  ])("does not look up a value that is still being typed: '%s' asks for '%s'", (typed, asked) => {
    expect(withoutUnfinishedTerm(typed)).toBe(asked);
  });

  test.each([
    { typed: "status:unhealthy", last: false, filters: [], rest: "status:unhealthy" },
    { typed: "status:unhealthy ", last: false, filters: [["status", "unhealthy"]], rest: "" },
    { typed: "eu -K8S:1.3*", last: true, filters: [["k8s", "-1.3*"]], rest: "eu " },
    { typed: 'seed:"a b" x', last: false, filters: [["seed", "a b"]], rest: "x" },
    { typed: "what:ever ", last: true, filters: [], rest: "what:ever " },
    { typed: "status: ", last: true, filters: [], rest: "status: " },
  ])("$typed becomes filters $filters and keeps '$rest'", ({ typed, last, filters, rest }) => {
    expect(extractFiltersFromSearch(typed, last)).toEqual({
      filters: filters.map(([key, value]) => ({ key, value })),
      rest,
    });
  });

  test("a very long input is answered, not chewed", () => {
    expect(select(`q=${"-".repeat(50_000)}`).rows).toHaveLength(4);
  });
});
