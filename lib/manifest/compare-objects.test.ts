import fc from "fast-check";
import { expect, test } from "vitest";
import { compareObjects } from "./compare-objects.ts";

const told = (...objects: readonly unknown[]) =>
  compareObjects(objects).fields.map(
    ({ path, values, differs }) => `${differs ? "≠" : "="} ${path}: ${values.join(" | ")}`,
  );

test("fields are told in the order of the objects, with what each has there", () => {
  expect(told({ a: { b: 1, "c/d": "x" }, e: true }, { e: true, a: { b: 2 } }, { e: true })).toEqual([
    "≠ a.b: 1 | 2 | ",
    "≠ a[c/d]: x |  | ",
    "= e: true | true | true",
  ]);
});

test("items of lists belong together by their keys, in whatever order they stand", () => {
  expect(
    told(
      { workers: [{ name: "a", maximum: 3 }, { name: "b" }], extensions: [{ type: "x" }] },
      { workers: [{ name: "b" }, { name: "a", maximum: 4 }], extensions: null },
    ),
  ).toEqual([
    "= workers[a].name: a | a",
    "≠ workers[a].maximum: 3 | 4",
    "= workers[b].name: b | b",
    "≠ extensions[x]: [object Object] | ",
  ]);
});

test("without keys it counts which items there are, not their order", () => {
  expect(told({ zones: ["a", "b"] }, { zones: ["b", "a"] })).toEqual(["= zones: a,b | b,a"]);
  expect(told({ zones: ["a", "a"] }, { zones: ["b", "a"] })).toEqual(["≠ zones: a,a | b,a"]);
  expect(compareObjects([{ l: [{ x: 1 }, { y: 2 }] }, { l: [{ y: 2 }, { x: 1 }] }]).fields[0]?.differs).toBe(false);
});

test("an empty block says something of its own, a null and a missing field do not", () => {
  expect(compareObjects([{ a: {} }, {}]).fields).toEqual([{ path: "a", values: [{}, undefined], differs: true }]);
  expect(compareObjects([{ a: null }, {}]).fields).toEqual([]);
});

test("another kind of value in the same place is a difference, not a fault", () => {
  expect(told({ a: { b: 1 } }, { a: "text" }, { a: [1] })).toEqual(["≠ a: [object Object] | text | 1"]);
});

test("too large objects are cut, and it is said", () => {
  const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
  const { fields, cut } = compareObjects([large, {}]);
  expect([fields.length, cut]).toEqual([2_000, true]);
  let deep: unknown = "x";
  for (let level = 0; level < 5_000; level += 1) deep = { a: deep };
  expect(compareObjects([deep, deep]).fields).toHaveLength(1);
});

test("an object differs from itself in nothing, and from any other exactly where that differs from it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
      expect(compareObjects([a, structuredClone(a)]).fields.filter(({ differs }) => differs)).toEqual([]);
      const there = compareObjects([a, b])
        .fields.filter(({ differs }) => differs)
        .map(({ path }) => path);
      const back = compareObjects([b, a])
        .fields.filter(({ differs }) => differs)
        .map(({ path }) => path);
      expect(there.toSorted()).toEqual(back.toSorted());
    }),
  );
});
