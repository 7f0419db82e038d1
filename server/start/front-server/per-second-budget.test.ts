import { expect, test } from "vitest";
import { PerSecondBudget } from "./per-second-budget.ts";

test("so much is given out in a second, and what is too much takes nothing from others", () => {
  let now = 0;
  const second = new PerSecondBudget(8, () => now);
  expect([3, 3, 3, 2, 1].map((each) => second.take(each))).toEqual([true, true, false, true, false]);
  now = 999;
  expect(second.take(1)).toBe(false);
  now = 1_000;
  expect(second.take(8)).toBe(true);
});
