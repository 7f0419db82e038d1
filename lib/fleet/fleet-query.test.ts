import { describe, expect, test } from "vitest";
import { clearFilters, formatFleetQuery, formatPageQuery, parseFleetQuery, toggleFilter } from "./fleet-query.ts";

const parse = (text: string) => parseFleetQuery(new URLSearchParams(text));

describe("the address of a fleet screen", () => {
  test("says search, filters, order, columns and clock", () => {
    const query = parse("q=eu&status=unhealthy,unknown&k8s=1.33.*&sort=-findings,name&cols=name,health&tz=utc");
    expect(query).toEqual({
      q: "eu",
      filters: new Map([
        ["status", ["unhealthy", "unknown"]],
        ["k8s", ["1.33.*"]],
      ]),
      sort: [
        { key: "findings", descending: true },
        { key: "name", descending: false },
      ],
      columns: ["name", "health"],
      clock: "utc",
      unknown: [],
    });
  });

  test.each([
    "",
    "?q=eu%20west&status=-healthy&cond=EveryNodeReady:False&label=team:blue&sort=-op&tz=cluster",
    "?project=pay&forceIn=..30d&colour=blue",
  ])("survives the way there and back: %s", (address) => {
    expect(formatFleetQuery(parse(address))).toBe(address);
  });

  test.each(["?rows=profile", "?purpose=production&sort=-forceAt&rows=profile&page=3", "?page=2"])(
    "says what the tables of the forecast show, which links to other screens go without: %s",
    (address) => {
      expect(formatPageQuery(parse(address))).toBe(address);
      expect(formatFleetQuery(parse(address))).not.toMatch(/rows|page/);
    },
  );

  test("says what is peeked at and whether only pinned ones are shown, which links to other screens go without", () => {
    const address = "?q=eu&pin=1&panel=pay/prod";
    expect(parse(address)).toMatchObject({ pinned: true, panel: "pay/prod", unknown: [] });
    expect(formatPageQuery(parse(address))).toBe(address);
    expect(formatFleetQuery(parse(address))).toBe("?q=eu");
    expect(formatPageQuery(clearFilters(parse(address)))).toBe("?panel=pay/prod");
    expect(parse("pin=yes&panel=pay").unknown).toHaveLength(2);
  });

  test.each(["rows=seed", "page=0", "page=-1", "page=two"])("keeps a table that it does not have: %s", (text) => {
    const { tables, unknown } = parse(text);
    expect([tables, unknown.length]).toEqual([undefined, 1]);
  });

  test("begins at the first page again when something else is selected, and keeps the rows of the heat map", () => {
    expect(formatPageQuery(toggleFilter(parse("rows=profile&page=3"), "purpose", "production"))).toBe(
      "?purpose=production&rows=profile",
    );
    expect(formatPageQuery(clearFilters(parse("q=eu&rows=profile&page=3")))).toBe("?rows=profile");
  });

  test("keeps what it does not understand, and says so", () => {
    const query = parse("status=healthy&cost=1&tz=mars");
    expect(query.unknown).toEqual([
      { key: "cost", value: "1" },
      { key: "tz", value: "mars" },
    ]);
    expect(formatFleetQuery(query)).toBe("?status=healthy&cost=1&tz=mars");
  });

  test("joins a repeated key and drops empty and doubled values", () => {
    expect(parse("status=healthy,,&status=healthy,unknown").filters.get("status")).toEqual(["healthy", "unknown"]);
  });

  test("an order by a key that no column has is not applied but named", () => {
    const query = parse("sort=colour,-name");
    expect(query.sort).toEqual([{ key: "name", descending: true }]);
    expect(query.unknown).toEqual([{ key: "sort", value: "colour" }]);
  });

  test("says how the list is grouped, which links to other screens go without", () => {
    expect(parse("group=project")).toMatchObject({ group: { key: "project" }, unknown: [] });
    expect(parse("group=label:team:worst").group).toEqual({ key: "label:team", worst: true });
    expect(formatPageQuery(parse("group=label:example.org%2Fteam"))).toBe("?group=label:example.org/team");
    expect(parse("group=cause:worst").group).toEqual({ key: "cause", worst: true });
    expect(formatPageQuery(parse("q=eu&group=version:worst"))).toBe("?q=eu&group=version:worst");
    expect(formatFleetQuery(parse("q=eu&group=version"))).toBe("?q=eu");
    expect(formatPageQuery(clearFilters(parse("q=eu&group=seed")))).toBe("?group=seed");
  });

  test.each([
    "colour",
    "project:best",
    "project:worst:x",
    "Project",
    "project,seed",
    "label",
    "label:",
    "label:team:best",
    "",
  ])("keeps a grouping that no build has, and names it: %j", (value) => {
    const query = parse(`group=${value}`);
    expect(query).not.toHaveProperty("group");
    expect(query.unknown).toEqual([{ key: "group", value }]);
    expect(formatPageQuery(query)).toBe(value === "" ? "" : `?group=${value}`);
  });

  test("columns stand in the order of the address; those that no build has are named, and stay in it", () => {
    const query = parse("cols=seed,colour,name,seed");
    expect(query.columns).toEqual(["seed", "name"]);
    expect(query.unknown).toEqual([{ key: "cols", value: "colour" }]);
    expect(formatFleetQuery(query)).toBe("?cols=seed,name,colour");
    expect(parse("cols=colour")).not.toHaveProperty("columns");
    expect(formatFleetQuery(parse("sort=-name,colour&cols=colour"))).toBe("?sort=-name,colour&cols=colour");
  });

  test("a column, an order and groups can be of a custom field by its id, of a filter by its name", () => {
    const address = "?field=On%20call:blue&sort=field:Team@metadata.labels.team&cols=name,field:A%20b@c[d%252Ce]";
    const query = parse(`${address.slice(1)}&group=field:On%20call@spec.a:worst`);
    expect(query.filters.get("field")).toEqual(["On call:blue"]);
    expect(query.sort).toEqual([{ key: "field:Team@metadata.labels.team", descending: false }]);
    expect(query.columns).toEqual(["name", "field:A b@c[d%2Ce]"]);
    expect(query.group).toEqual({ key: "field:On call@spec.a", worst: true });
    expect(query.unknown).toEqual([]);
    expect(parse(formatPageQuery(query).slice(1))).toEqual(query);
    expect(parse("cols=name,field:constructor").unknown).toEqual([{ key: "cols", value: "field:constructor" }]);
  });

  test("a column and an order can be of a label, whose key stands in the address", () => {
    const query = parse("sort=-label:team&cols=name,label:example.com/cost-centre,label:");
    expect(query.columns).toEqual(["name", "label:example.com/cost-centre"]);
    expect(query.sort).toEqual([{ key: "label:team", descending: true }]);
    expect(query.unknown).toEqual([{ key: "cols", value: "label:" }]);
    expect(formatFleetQuery(query)).toBe("?sort=-label:team&cols=name,label:example.com/cost-centre,label:");
  });

  test("toggling a value twice leads back", () => {
    const query = parse("status=healthy");
    const both = toggleFilter(query, "status", "unknown");
    expect(formatFleetQuery(both)).toBe("?status=healthy,unknown");
    expect(formatFleetQuery(toggleFilter(both, "status", "unknown"))).toBe("?status=healthy");
    expect(formatFleetQuery(toggleFilter(query, "status", "healthy"))).toBe("");
  });

  test("clearing keeps order and clock", () => {
    expect(formatFleetQuery(clearFilters(parse("q=x&status=healthy&what=1&sort=-name&tz=utc")))).toBe(
      "?sort=-name&tz=utc",
    );
  });
});

test("the rest of a page on a monitor is part of the page's address and of no link to others", () => {
  expect(parse("wall=60")).toMatchObject({ wall: 60, unknown: [] });
  expect([parse("wall").wall, parse("wall=1").wall]).toEqual([30, 5]);
  expect(parse("wall=soon").unknown).toEqual([{ key: "wall", value: "soon" }]);
  expect(formatPageQuery(parse("q=eu&wall=60"))).toBe("?q=eu&wall=60");
  expect(formatFleetQuery(parse("q=eu&wall=60"))).toBe("?q=eu");
});
