import { expect, test } from "vitest";
import { mergePatchBetween } from "./merge-patch.ts";

const rows: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ["nothing differs", { a: 1, b: [1, 2] }, { a: 1, b: [1, 2] }, undefined],
  ["a value changes", { a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, { a: { b: 3 } }],
  ["a field goes", { a: { b: 1, c: 2 } }, { a: { c: 2 } }, { a: { b: null } }],
  ["a field becomes null", { a: { b: 1 } }, { a: { b: null } }, { a: { b: null } }],
  ["null and missing are the same", { a: null }, {}, undefined],
  ["missing and null are the same", {}, { a: null }, undefined],
  [
    "a list is replaced as a whole",
    { a: [{ n: 1 }, { n: 2 }] },
    { a: [{ n: 1 }, { n: 3 }] },
    { a: [{ n: 1 }, { n: 3 }] },
  ],
  ["a block appears, without its nulls", {}, { a: { b: 1, c: null } }, { a: { b: 1 } }],
];
test.each(rows)("%s", (_name, before, after, patch) => {
  expect(mergePatchBetween(before, after)).toEqual(patch);
});
