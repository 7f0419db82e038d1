import { expect, test } from "vitest";
import { matchGroups, matchRankOf } from "./match-groups.ts";

test.each([
  { typed: "forecast", place: 0 },
  { typed: "fore", place: 1 },
  { typed: "cast", place: 3 },
  { typed: "future", place: 4 },
  { typed: "fore future", place: 4 },
  { typed: "fore past", place: undefined },
  { typed: "(", place: undefined },
])("'$typed' is at place $place of Forecast, which is about the future", ({ typed, place }) => {
  expect(matchRankOf({ title: "Forecast", more: "future" }, typed)).toBe(place);
});

test("the beginning of a later word is nearer than the middle of one", () => {
  expect(matchRankOf({ title: "Switch to dark" }, "dark")).toBe(2);
  expect(matchRankOf({ title: "Switch to dark" }, "swi dar")).toBe(2);
});

const groups = [
  { title: "Acts", items: [{ title: "Open the overview" }, { title: "Reconcile" }] },
  { title: "Pages", items: [{ title: "Operations" }, { title: "Overview" }] },
  { title: "Clusters", items: [{ title: "anything" }], place: 2 },
  { title: "Nothing", items: [] },
];

test("the group with the nearest comes first, and what was found elsewhere keeps the place that was said", () => {
  expect(matchGroups(groups, { typed: "over", most: 5 })).toEqual([
    { title: "Pages", items: [{ title: "Overview" }] },
    { title: "Acts", items: [{ title: "Open the overview" }] },
    { title: "Clusters", items: [{ title: "anything" }] },
  ]);
  expect(matchGroups(groups, { typed: "o", most: 1 })[0]).toEqual({
    title: "Acts",
    items: [{ title: "Open the overview" }],
  });
});

test("with nothing typed all stand as given, without the empty ones", () => {
  expect(matchGroups(groups, { typed: " ", most: 1 }).map(({ title }) => title)).toEqual(["Acts", "Pages", "Clusters"]);
});
