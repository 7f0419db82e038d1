import { expect, test } from "vitest";
import { keyEffectOnGroupHead, moveInGrid } from "./grid-movement.ts";

const size = { rows: 10, columns: 4, pageRows: 5 };

test.each([
  ["ArrowDown", false, { row: 0, column: 1 }, { row: 1, column: 1 }],
  ["ArrowDown", false, { row: 9, column: 1 }, { row: 9, column: 1 }],
  ["ArrowUp", false, { row: 0, column: 1 }, { row: -1, column: 1 }],
  ["ArrowUp", false, { row: -1, column: 1 }, { row: -1, column: 1 }],
  ["ArrowLeft", false, { row: 3, column: 0 }, { row: 3, column: 0 }],
  ["ArrowRight", false, { row: 3, column: 3 }, { row: 3, column: 3 }],
  ["Home", false, { row: 3, column: 2 }, { row: 3, column: 0 }],
  ["Home", true, { row: 3, column: 2 }, { row: 0, column: 0 }],
  ["End", false, { row: 3, column: 2 }, { row: 3, column: 3 }],
  ["End", true, { row: 3, column: 2 }, { row: 9, column: 3 }],
  ["PageDown", false, { row: 7, column: 2 }, { row: 9, column: 2 }],
  ["PageUp", false, { row: 3, column: 2 }, { row: 0, column: 2 }],
  ["PageUp", false, { row: -1, column: 2 }, { row: -1, column: 2 }],
  ["x", false, { row: 3, column: 2 }, undefined],
] as const)("%s (Ctrl %s) leads from %j to %j", (key, ctrlKey, from, to) => {
  expect(moveInGrid(from, { key, ctrlKey }, size)).toEqual(to);
});

test("an empty grid has its header only", () => {
  expect(moveInGrid({ row: -1, column: 0 }, { key: "ArrowDown", ctrlKey: false }, { ...size, rows: 0 })).toEqual({
    row: -1,
    column: 0,
  });
});

test.each([
  ["Enter", 1, true, "toggle"],
  [" ", 4, false, "toggle"],
  ["ArrowRight", 1, false, "toggle"],
  ["ArrowRight", 1, true, "stay"],
  ["ArrowLeft", 3, true, "toggle"],
  ["ArrowLeft", 3, false, "box"],
  ["ArrowDown", 1, true, undefined],
  ["Enter", 0, true, undefined],
] as const)("%s on column %i of a head that is open (%s): %s", (key, column, expanded, act) => {
  expect(keyEffectOnGroupHead({ key, ctrlKey: false }, { column, expanded })).toBe(act);
});
