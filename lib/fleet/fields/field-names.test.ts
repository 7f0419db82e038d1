import { expect, test } from "vitest";
import { fieldNames, isSortKey, parseFilterKey } from "./field-names.ts";

// In the order in which filters and suggestions are shown.
const filters =
  "status forceIn op fixer err cond constraint k8s k8sClass img imgClass hop first to ends deadend window rot rotAge due held maint auto purpose project provider region seed profile hib del label";
const sorts = "name project health op k8s images forceAt window rotation findings purpose provider region seed created";

test("the names that bookmarks hold stay, filters in their order", () => {
  const names = Object.values(fieldNames).flatMap((each) => ("filter" in each ? [each.filter] : []));
  expect(names.filter((name) => filters.split(" ").includes(name)).join(" ")).toBe(filters);
  expect(sorts.split(" ").filter((name) => !isSortKey(name))).toEqual([]);
});

test("no two filters have the same name, in any case", () => {
  const names = Object.values(fieldNames).flatMap((each) => ("filter" in each ? [each.filter] : []));
  expect(names.map((name) => parseFilterKey(name.toUpperCase()))).toEqual(names);
});

test.each(["status", "img", "fixer", "toString", "", "Name"])("nothing is sorted by %j", (text) => {
  expect(isSortKey(text)).toBe(false);
});
