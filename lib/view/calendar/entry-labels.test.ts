import { expect, test } from "vitest";
import type { DayEntry } from "./calendar-days.ts";
import { dayLabel, entryLabel } from "./entry-labels.ts";

const entries = (count: number) =>
  Array.from({ length: count }, (_, index): Pick<DayEntry, "title" | "layer" | "clusters" | "projects"> => {
    return { title: `Change ${index}`, layer: "k8s", clusters: [], projects: [] };
  });

test.each([
  [0, "nothing dated"],
  [1, "1 entry: Change 0"],
  [4, "4 entries: Change 0; Change 1; Change 2; Change 3"],
  [24, "24 entries: Change 0; Change 1; Change 2; Change 3; and 20 more"],
])("a day with %i entries is read in a breath", (count, words) => {
  expect(dayLabel("2026-11-24", entries(count))).toBe(`Tuesday 24 November 2026, ${words}`);
});

test.each([
  [["pilots"], "pilots: It ends"],
  [["pilots", "shop"], "It ends, 2 projects"],
])("an entry about the projects %j names a single one", (projects, label) => {
  expect(entryLabel({ title: "It ends", layer: "project", clusters: [], projects })).toBe(label);
});
