import { expect, test } from "vitest";
import { isSameJson } from "./same-value.ts";

test.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: undefined, b: 1 }, { b: 1 }, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  ["1", 1, false],
  [{}, [], false],
])("%j and %j are the same: %s", (a, b, same) => {
  expect(isSameJson(a, b)).toBe(same);
  expect(isSameJson(b, a)).toBe(same);
});
