import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { costPicture } from "./draw-cost.ts";
import { measurementNames } from "./measurement.ts";
import { paperSections, withSections } from "./paper.ts";
import { parseRecord } from "./record.ts";
import { taken } from "./scale-record.fixture.ts";

const entries = [1_000, 3_000, 10_000, 50_000].map((shoots) =>
  taken(measurementNames.memoryReady, shoots, 150 + shoots / 100),
);
const sections = paperSections({
  machine: "2 processors",
  taken: [...entries, taken(measurementNames.memoryReady, 10_000, 400, { garden: "Kubernetes v1.36.3" })],
  faults: [],
});

test("the figures are those of the embedded garden at the sizes that the law is made of", () => {
  expect(sections.figures?.split("\n").slice(0, 3)).toEqual([
    "| Shoots            | 1,000  | 10,000 | 50,000 |",
    "| ----------------- | ------ | ------ | ------ |",
    "| memory when ready | 160 MB | 250 MB | 650 MB |",
  ]);
});

test("other gardens have tables of their own", () => {
  expect(sections.elsewhere).toContain("Kubernetes v1.36.3:\n\n| Shoots ");
  expect(sections.elsewhere).toContain("400 MB");
});

test("the law says what is to come, and is held to the other sizes", () => {
  expect(sections.laws).toContain("| memory when ready | 150 MB   | 10 kB   |          | 1,150 MB   | 10,150 MB    |");
  expect(sections.checks).toContain("| memory when ready | 3,000  | 180 MB   | 180 MB   | +0.0 % |");
});

test("a section takes the place of what stood there before, once", () => {
  const paper = "a\n<!-- laws -->\nold\n<!-- end -->\nb";
  const filled = withSections(paper, { laws: "new" });
  expect(filled).toBe("a\n<!-- laws -->\n\nnew\n\n<!-- end -->\nb");
  expect(withSections(filled, { laws: "new" })).toBe(filled);
  expect(() => withSections(paper, { other: "new" })).toThrow("no place for other");
});

describe("docs/scale.md", () => {
  const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, "../../../docs", name), "utf8");
  const record = parseRecord(read("figures/scale.json"));

  test("says what the figures say", () => {
    const paper = read("scale.md");
    expect(withSections(paper, paperSections(record))).toBe(paper);
  });

  test("shows a picture of the same figures", () => {
    expect(read("images/scale.svg")).toBe(costPicture(record.taken.filter(({ garden }) => garden === "embedded")));
  });
});
