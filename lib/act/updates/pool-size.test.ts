import { expect, test } from "vitest";
import { poolSizeDraft, withMaximum, withMinimum } from "./pool-size.ts";

test("the other end of a pool's size follows where it would be on the wrong side", () => {
  const size = { minimum: 3, maximum: 6 };
  expect(withMinimum(size, 4)).toEqual({ minimum: 4, maximum: 6 });
  expect(withMinimum(size, 7)).toEqual({ minimum: 7, maximum: 7 });
  expect(withMaximum(size, 5)).toEqual({ minimum: 3, maximum: 5 });
  expect(withMaximum(size, 0)).toEqual({ minimum: 0, maximum: 0 });
});

const before = { minimum: 1, maximum: 2 };

test("a size makes a draft of the ends that differ, so that somebody else's change of the other is kept", () => {
  expect(poolSizeDraft("a", before, { minimum: 0, maximum: 3 })).toEqual({ pools: { a: { minimum: 0, maximum: 3 } } });
  expect(poolSizeDraft("a", before, { minimum: 1, maximum: 3 })).toEqual({ pools: { a: { maximum: 3 } } });
  expect(poolSizeDraft("a", before, before)).toEqual({ pools: {} });
});

test("a size makes a draft only of whole numbers", () => {
  for (const maximum of [Number.NaN, 2.5, Number.POSITIVE_INFINITY]) {
    expect(poolSizeDraft("a", before, { minimum: 0, maximum })).toBeUndefined();
  }
});
