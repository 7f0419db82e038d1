import { expect, test } from "vitest";
import { maxClustersAtOnce, parseClusterNames, withName } from "./several-names.ts";

const place = { project: "shop", taken: ["first"] };

test("names are separated by spaces, commas and lines", () => {
  expect(parseClusterNames(" a, b\nc;d ", place)).toEqual({ names: ["a", "b", "c", "d"], error: undefined });
  expect(parseClusterNames("  ", place)).toEqual({ names: [], error: undefined });
});

test.each([
  ["a name in use", "first"],
  ["a name that is there twice", "a a"],
  ["two hyphens in a row", "a--b"],
  ["capital letters", "A"],
  ["a name that is too long with that of its project", "a-name-of-eighteen"],
  ["too many names", Array.from({ length: maxClustersAtOnce }, (_, index) => `a${index}`).join(" ")],
])("%s is refused", (_what, written) => {
  expect(parseClusterNames(written, place).error).toMatch(/\w/);
});

test("a draft with another name keeps everything else", () => {
  const shoot = { kind: "Shoot", metadata: { name: "a", namespace: "n" }, spec: { region: "r" } };
  expect(withName(shoot, "b")).toEqual({ ...shoot, metadata: { name: "b", namespace: "n" } });
});
