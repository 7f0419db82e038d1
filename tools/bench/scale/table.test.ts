import { expect, test } from "vitest";
import { createScaleTable, formatScaleTable } from "./table.ts";
import { sampleRoundsMeasurement } from "./taken.fixture.ts";

test("a line a figure, a column a size, each with its limit and whether it was kept", () => {
  const table = createScaleTable({
    taken: [
      sampleRoundsMeasurement("memory", 1_000, 120, { most: 300 }),
      sampleRoundsMeasurement("memory", 10_000, 424, { most: 300 }),
      sampleRoundsMeasurement("only here", 10_000, 5),
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
  const table = createScaleTable({
    taken: [sampleRoundsMeasurement("heap", 1_000, 10, cost), sampleRoundsMeasurement("heap", 10_000, 130, cost)],
    failed: [],
  });
  expect(table.lines.slice(1)).toEqual([
    { name: "heap, per Shoot", cells: ["10 kB", "13 kB, × 1.30 (≤ 1.2: MISSED)"] },
    { name: "heap, each further Shoot", cells: ["", "13.3 kB"] },
  ]);
  expect(table.met).toBe(false);
});

test("limits that are kept are met", () => {
  expect(
    createScaleTable({ taken: [sampleRoundsMeasurement("heap", 1_000, 10, { most: 10, cost: "memory" })], failed: [] })
      .met,
  ).toBe(true);
});

test("a size that does not start is a line that says so", () => {
  const reason = "This garden has 50,000 Shoots.";
  const table = createScaleTable({
    taken: [sampleRoundsMeasurement("memory", 1_000, 1)],
    failed: [{ shoots: 50_000, part: "start", reason }],
  });
  expect(table.lines.at(-1)).toEqual({ name: "start: could not be measured", cells: ["", reason] });
  expect(table.met).toBe(false);
});

test("crowds of different sizes are lines of their own", () => {
  const of = (viewers: number) => sampleRoundsMeasurement("viewers: memory", 1_000, viewers, { viewers });
  expect(createScaleTable({ taken: [of(100), of(500)], failed: [] }).lines.map(({ name }) => name)).toEqual([
    "100 viewers: memory",
    "500 viewers: memory",
  ]);
});

test("papers say loudly what was missed", () => {
  const table = createScaleTable({ taken: [sampleRoundsMeasurement("memory", 1_000, 424, { most: 300 })], failed: [] });
  expect(formatScaleTable(table)).toBe(
    [
      "| Shoots | 1,000                      |",
      "| ------ | -------------------------- |",
      "| memory | 424 MB **(≤ 300: MISSED)** |",
    ].join("\n"),
  );
});
