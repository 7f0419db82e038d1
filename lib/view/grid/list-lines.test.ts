import { describe, expect, test } from "vitest";
import { ListLines } from "./list-lines.ts";

const rows = ["a", "b", "c", "d", "e"].map((name) => ({ name }));
const groups = [
  { value: "one", title: "One", from: 0, count: 2 },
  { value: "two", title: "Two", from: 2, count: 1 },
  { value: "three", title: "Three", from: 3, count: 2 },
];

const closed = (values: readonly string[]) => (value: string) => values.includes(value);

/** All lines as texts, including one index before the first and one after the last line. */
function told(lines: ListLines<{ readonly name: string }>): readonly string[] {
  return Array.from({ length: lines.count + 2 }, (_, at) => {
    const head = lines.headAt(at - 1);
    return head ? `${head.expanded ? "-" : "+"} ${head.group.title}` : (lines.rowAt(at - 1)?.name ?? "");
  });
}

describe("lines", () => {
  test("without groups are the rows", () => {
    expect(told(new ListLines(rows))).toEqual(["", "a", "b", "c", "d", "e", ""]);
    expect(new ListLines(rows).placeInGroup(1)).toBeUndefined();
  });

  test("of groups are a head and its rows", () => {
    expect(told(new ListLines(rows, groups))).toEqual([
      ...["", "- One", "a", "b", "- Two", "c", "- Three", "d", "e", ""],
    ]);
  });

  test("of a closed group are its head alone", () => {
    expect(told(new ListLines(rows, groups, closed(["one", "three", "gone"])))).toEqual([
      ...["", "+ One", "- Two", "c", "+ Three", ""],
    ]);
  });

  test("of an empty list are none", () => {
    expect(told(new ListLines([], []))).toEqual(["", ""]);
    expect(told(new ListLines([]))).toEqual(["", ""]);
  });
});

test("a line knows its group and its place in it", () => {
  const lines = new ListLines(rows, groups, closed(["one"]));
  expect([0, 1, 2, 3, 5].map((line) => lines.groupAt(line))).toEqual([0, 1, 1, 2, 2]);
  expect(lines.placeInGroup(2)).toEqual({ place: 1, size: 1 });
  expect(lines.placeInGroup(5)).toEqual({ place: 2, size: 2 });
  expect([0, 1, 2].map((place) => lines.headOf(place))).toEqual([0, 1, 3]);
});

test("a row is found where it stands, unless its group is closed", () => {
  const lines = new ListLines(rows, groups, closed(["one"]));
  expect([0, 1, 2, 3, 4, 9].map((row) => lines.lineOfRow(row))).toEqual([undefined, undefined, 2, 4, 5, undefined]);
  expect(new ListLines(rows).lineOfRow(9)).toBeUndefined();
});

test("the next row is found over heads, also over those of closed groups", () => {
  const lines = new ListLines(rows, groups, closed(["two"]));
  expect(lines.nextRow(2, 1)).toBe(5);
  expect(lines.nextRow(5, -1)).toBe(2);
  expect(lines.nextRow(1, -1)).toBeUndefined();
  expect(lines.nextRow(-1, 1)).toBe(1);
});
