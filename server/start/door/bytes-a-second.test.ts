import { expect, test } from "vitest";
import { BytesASecond } from "./bytes-a-second.ts";

test("so many bytes are given out in a second, and what is too much takes nothing from others", () => {
  let now = 0;
  const bytes = new BytesASecond(8, () => now);
  expect([3, 3, 3, 2, 1].map((each) => bytes.take(each))).toEqual([true, true, false, true, false]);
  now = 999;
  expect(bytes.take(1)).toBe(false);
  now = 1_000;
  expect(bytes.take(8)).toBe(true);
});
