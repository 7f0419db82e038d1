import { expect, test } from "vitest";
import { createGlobTest } from "./glob.ts";
import { compareNatural } from "./natural-key.ts";

test("numbers inside names sort as numbers", () => {
  expect(["pool-10", "Pool-2", "pool-1", "1.33.10", "1.33.9"].sort(compareNatural)).toEqual([
    "1.33.9",
    "1.33.10",
    "pool-1",
    "Pool-2",
    "pool-10",
  ]);
});

test.each([
  ["1.33.*", "1.33.4", true],
  ["1.33.*", "1.34.4", false],
  ["1.33.4", "1.33.4", true],
  ["1.33", "1.33.4", false],
  ["*", "", true],
  ["a*a", "a", false],
  ["*ard*nux", "GardenLinux", true],
  ["a**b", "ab", true],
])("the pattern %s on %s: %s", (pattern, text, expected) => {
  expect(createGlobTest(pattern)(text)).toBe(expected);
});

test("a pattern of many stars is answered at once", () => {
  expect(createGlobTest("*a".repeat(5_000))("a".repeat(4_999))).toBe(false);
});
