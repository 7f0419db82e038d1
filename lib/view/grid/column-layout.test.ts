import { expect, test } from "vitest";
import { columnKeys } from "#lib/fleet/fields/field-names.ts";
import {
  formatColumnWidths,
  maxColumnPx,
  minColumnPx,
  parseColumnWidths,
  withNameColumnFirst,
} from "./column-layout.ts";
import { moveColumn, toggleColumn, withHiddenColumnsLast } from "./column-order.ts";

test("the name is the first column, whether it was asked for or not", () => {
  expect(withNameColumnFirst(["seed", "name", "k8s"])).toEqual(["name", "seed", "k8s"]);
  expect(withNameColumnFirst(["seed"])).toEqual(["name", "seed"]);
});

test("all columns are offered once: those that are shown in their order, then the others", () => {
  const all = withHiddenColumnsLast(["name", "seed", "health"]);
  expect(all.slice(0, 3)).toEqual(["name", "seed", "health"]);
  expect([...all].sort()).toEqual([...columnKeys].sort());
});

test("labels of clusters are offered as columns after all others", () => {
  const all = withHiddenColumnsLast(["name", "label:team"], ["label:env", "label:team"]);
  expect(all.slice(0, 2)).toEqual(["name", "label:team"]);
  expect(all.filter((key) => key.startsWith("label:"))).toEqual(["label:team", "label:env"]);
  expect(all.at(-1)).toBe("label:env");
});

test("the width of a label's column is stored like any other", () => {
  expect(parseColumnWidths(formatColumnWidths({ name: 240, "label:example.com/team": 96 }))).toEqual({
    name: 240,
    "label:example.com/team": 96,
  });
});

test("a column that is shown anew comes last", () => {
  expect(toggleColumn(["name", "health"], "seed")).toEqual(["name", "health", "seed"]);
  expect(toggleColumn(["name", "health", "seed"], "health")).toEqual(["name", "seed"]);
});

test.each([
  [-1, ["name", "seed", "health", "k8s"]],
  [1, ["name", "health", "k8s", "seed"]],
  [-9, ["name", "seed", "health", "k8s"]],
  [9, ["name", "health", "k8s", "seed"]],
])("a column is moved by %i places, behind the name at most", (by, order) => {
  expect(moveColumn(["name", "health", "seed", "k8s"], "seed", by)).toEqual(order);
});

test("the name, and what is not shown, is not moved", () => {
  expect(moveColumn(["name", "health"], "name", 1)).toEqual(["name", "health"]);
  expect(moveColumn(["name", "health"], "seed", -1)).toEqual(["name", "health"]);
});

test("widths are kept as text, within bounds, and nothing else is taken for one", () => {
  const widths = { name: 240, health: 96 };
  expect(parseColumnWidths(formatColumnWidths(widths))).toEqual(widths);
  expect(parseColumnWidths("name:1,health:99999,colour:90,k8s:-4,seed,op:9e9,images:NaN")).toEqual({
    name: minColumnPx,
    health: maxColumnPx,
  });
  expect(parseColumnWidths("")).toEqual({});
});
