import { expect, test } from "vitest";
import { countOf, formatNumber, nounFor } from "./count.ts";

test.each([
  [0, "0 clusters"],
  [1, "1 cluster"],
  [2, "2 clusters"],
  [12_000, "12,000 clusters"],
])("%i is counted as %s", (count, words) => {
  expect(countOf(count, "cluster")).toBe(words);
});

test("a noun whose plural is not made with an s brings it along", () => {
  expect(countOf(3, "entry", "entries")).toBe("3 entries");
  expect(nounFor(1, "entry", "entries")).toBe("entry");
});

test("thousands are set apart, and nothing is rounded away", () => {
  expect(formatNumber(1_234_567)).toBe("1,234,567");
  expect(formatNumber(0.5)).toBe("0.5");
});
