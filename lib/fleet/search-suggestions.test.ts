import { describe, expect, test } from "vitest";
import { isTypingValue, suggestSearch } from "./search-suggestions.ts";

const facets = new Map([
  [
    "status",
    [
      { value: "healthy", count: 1200 },
      { value: "unhealthy", count: 3 },
    ],
  ],
  ["seed", [{ value: "a b", count: 1 }]],
]);
const labels = (input: string) => suggestSearch(input, facets).map(({ label }) => label);

describe("suggestions", () => {
  test.each([
    { typed: "", expected: [] },
    { typed: "sta", expected: ["status:", "state:"] },
    { typed: "eu -stat", expected: ["-status:", "-state:"] },
    { typed: "Kub", expected: ["k8s:", "k8sClass:"] },
    { typed: "status:", expected: ["status:healthy", "status:unhealthy"] },
    { typed: "x -STATUS:unh", expected: ["-status:unhealthy"] },
    { typed: "nosuch:", expected: [] },
    { typed: "eu ", expected: [] },
  ])("for '$typed' are $expected", ({ typed, expected }) => {
    expect(labels(typed)).toEqual(expected);
  });

  test("choosing keeps what stands before, and quotes what has spaces", () => {
    expect(suggestSearch("eu seed:a", facets)[0]?.input).toBe('eu seed:"a b"');
    expect(suggestSearch("eu sta", facets)[0]?.input).toBe("eu status:");
  });
});

test.each([
  { typed: "status:", asks: true },
  { typed: "eu -STATUS:unh", asks: true },
  { typed: "status:unhealthy eu", asks: false },
  { typed: "nosuch:x", asks: false },
  { typed: "eu", asks: false },
])("'$typed' asks for values: $asks", ({ typed, asks }) => {
  expect(isTypingValue(typed)).toBe(asks);
});
