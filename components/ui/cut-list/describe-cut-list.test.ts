import { expect, test } from "vitest";
import { describeCutList } from "./describe-cut-list.ts";

test("a list that is cut says how many there are, and of which it has the first only if it is ordered so", () => {
  expect(describeCutList({ listed: 3, total: 3 })).toBeUndefined();
  expect(describeCutList({ listed: 3, total: 1_200 })).toBe("The list has the first 3 of 1,200 by name.");
  expect(describeCutList({ listed: 3, total: 3, isAtLeast: true })).toBe(
    "The list has the first 3 of more than 3 by name.",
  );
  expect(describeCutList({ listed: 3, total: 1_200, isByName: false })).toBe("The list has 3 of 1,200.");
  expect(describeCutList({ listed: 3, total: 3, isAtLeast: true, isByName: false })).toBe(
    "The list has 3 of more than 3.",
  );
});
