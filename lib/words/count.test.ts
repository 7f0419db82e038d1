import { expect, test } from "vitest";
import { formatNumber } from "./count.ts";

test("thousands are set apart, and nothing is rounded away", () => {
  expect(formatNumber(1_234_567)).toBe("1,234,567");
  expect(formatNumber(0.5)).toBe("0.5");
});
