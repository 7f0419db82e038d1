import { expect, test } from "vitest";
import { RejectionDelay } from "./rejection-delay.ts";

test("refusals come at once, and seconds later where there are very many in a second", () => {
  let now = 0;
  const refusals = new RejectionDelay(() => now);
  const waits = (count: number, hasBody = false) =>
    new Set(Array.from({ length: count }, () => refusals.next(hasBody)));
  expect(waits(50)).toEqual(new Set([0]));
  expect(waits(100)).toEqual(new Set([2_000]));
  expect(waits(1, true)).toEqual(new Set([10_000]));
  now = 999;
  expect(waits(1)).toEqual(new Set([2_000]));
  now = 1_000;
  expect(waits(1)).toEqual(new Set([0]));
});
