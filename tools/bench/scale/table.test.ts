import { expect, test } from "vitest";
import { tableMarkdown, tableOf } from "./table.ts";
import { taken } from "./taken.fixture.ts";

test("a line a figure, a column a size, each with its limit and whether it was kept", () => {
  const table = tableOf({
    taken: [
      taken("memory", 1_000, 120, { most: 300 }),
      taken("memory", 10_000, 424, { most: 300 }),
      taken("only here", 10_000, 5),
    ],
    failed: [],
  });
  expect(table).toEqual({
    sizes: [1_000, 10_000],
    lines: [
      { name: "memory", cells: ["120 MB (≤ 300: met)", "424 MB (≤ 300: MISSED)"] },
      { name: "only here", cells: ["", "5 MB"] },
    ],
    met: false,
  });
});

test("what a Shoot costs is held to what it costs in a small landscape", () => {
  const cost = { cost: "memory" } as const;
  const table = tableOf({ taken: [taken("heap", 1_000, 10, cost), taken("heap", 10_000, 130, cost)], failed: [] });
  expect(table.lines.slice(1)).toEqual([
    { name: "heap, per Shoot", cells: ["10 kB", "13 kB, × 1.30 (≤ 1.2: MISSED)"] },
    { name: "heap, each further Shoot", cells: ["", "13.3 kB"] },
  ]);
  expect(table.met).toBe(false);
});

test("limits that are kept are met", () => {
  expect(tableOf({ taken: [taken("heap", 1_000, 10, { most: 10, cost: "memory" })], failed: [] }).met).toBe(true);
});

test("a size that does not start is a line that says so", () => {
  const reason = "This garden has 50,000 Shoots.";
  const table = tableOf({
    taken: [taken("memory", 1_000, 1)],
    failed: [{ shoots: 50_000, part: "start", reason }],
  });
  expect(table.lines.at(-1)).toEqual({ name: "start: could not be measured", cells: ["", reason] });
  expect(table.met).toBe(false);
});

test("crowds of different sizes are lines of their own", () => {
  const of = (viewers: number) => taken("viewers: memory", 1_000, viewers, { viewers });
  expect(tableOf({ taken: [of(100), of(500)], failed: [] }).lines.map(({ name }) => name)).toEqual([
    "100 viewers: memory",
    "500 viewers: memory",
  ]);
});

test("papers say loudly what was missed", () => {
  const table = tableOf({ taken: [taken("memory", 1_000, 424, { most: 300 })], failed: [] });
  expect(tableMarkdown(table)).toBe(
    [
      "| Shoots | 1,000                      |",
      "| ------ | -------------------------- |",
      "| memory | 424 MB **(≤ 300: MISSED)** |",
    ].join("\n"),
  );
});
