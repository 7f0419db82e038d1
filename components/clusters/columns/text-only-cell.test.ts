import { expect, test } from "vitest";
import { type TextOnlyCell, truncateTextOnlyCell } from "./text-only-cell.ts";

const cell: TextOnlyCell = [{ text: "checkout", look: "font-medium" }, { text: "payments" }];

test.each([
  ["stays whole where it fits", 16, cell],
  ["loses the end of its second stretch first", 12, [cell[0], { text: "pay…" }]],
  ["loses the second stretch, then the end of the first", 6, [{ text: "check…", look: "font-medium" }]],
  ["counts the room for its icon", 8, [{ text: "check…", indent: 2 }], [{ text: "checkout", indent: 2 }]],
] as const)("a cell %s", (_rule, letters, shown, said: TextOnlyCell = cell) => {
  expect(truncateTextOnlyCell(said, letters)).toEqual(shown);
});
