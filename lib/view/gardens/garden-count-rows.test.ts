import { expect, test } from "vitest";
import { sampleGardenCounts } from "./described-garden.fixture.ts";
import { gardenCountRowsOf } from "./garden-count-rows.ts";

const figures = sampleGardenCounts({ clusters: 1, attention: { causes: 2, first: [] }, forced: 1_200 });

test("each number has its words and the page of what it counts, within what is searched for", () => {
  expect(gardenCountRowsOf(figures, "").map(({ count, words, href }) => [count, words, href])).toEqual([
    [1, "cluster", "/clusters"],
    [2, "causes need attention", "/"],
    [1_200, "with a forced change within 90 days", "/clusters?forceIn=..90d"],
  ]);
  expect(gardenCountRowsOf(figures, "shop").map(({ href }) => href)).toEqual([
    "/clusters?q=shop",
    "/?q=shop",
    "/clusters?q=shop&forceIn=..90d",
  ]);
});

test("where some clusters have no forecast, the number of forced changes does not stand for them", () => {
  const [, , , last] = gardenCountRowsOf({ ...figures, unforeseen: 3 }, "");
  expect(last).toMatchObject({ count: 3, words: "without a forecast", href: "/clusters?forceIn=unknown" });
});
