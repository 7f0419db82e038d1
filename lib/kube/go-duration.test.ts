import { expect, test } from "vitest";
import { canonicalDuration } from "./go-duration.ts";

test.each([
  ["10m", "10m0s"],
  ["720h", "720h0m0s"],
  ["90m", "1h30m0s"],
  ["1h0m0s", "1h0m0s"],
  ["0", "0s"],
  ["-10m", "-10m0s"],
  ["1.5s", "1.5s"],
  ["1500ms", "1.5s"],
  ["250ms", "250ms"],
  ["1.5µs", "1.5µs"],
  ["3ns", "3ns"],
  ["999h", "999h0m0s"],
])("Go writes %s as %s", (text, written) => {
  expect(canonicalDuration(text)).toBe(written);
});

test("what is no duration has no form", () => {
  expect(canonicalDuration("soon")).toBeUndefined();
});
