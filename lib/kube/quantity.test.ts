import { expect, test } from "vitest";
import { canonicalQuantity, integerOfQuantity } from "./quantity.ts";

test.each([
  ["0.08", "80m"],
  ["80m", "80m"],
  ["10000", "10k"],
  ["1024Mi", "1Gi"],
  ["1.5Gi", "1536Mi"],
  ["20480Mi", "20Gi"],
  ["512", "512"],
  ["1Ki", "1Ki"],
  ["0.5Ki", "512"],
  ["0", "0"],
  ["0Gi", "0"],
  ["1e3", "1e3"],
  ["1E6", "1e6"],
  ["1E", "1E"],
  ["1024Pi", "1Ei"],
  ["+1.50", "1500m"],
  ["-1Gi", "-1Gi"],
  ["0.0000000001", "1n"],
])("%s is written %s", (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test.each(["", ".", "1.2.3", "1 Gi", "Gi", "1gi", "NaN", "1e999", "0x10", "9".repeat(65)])(
  "%j is no quantity",
  (text) => {
    expect(canonicalQuantity(text)).toBeUndefined();
  },
);

test.each([
  ["250", 250],
  ["1k", 1000],
  ["2e2", 200],
  ["2500m", 3],
  ["0", 0],
  ["-1500m", -2],
  ["", undefined],
  ["1E", undefined],
])("%j counts %j whole things", (text, whole) => {
  expect(integerOfQuantity(text)).toBe(whole);
});
