import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNoChange, type ObjectSet, toDifference, toObjectSet } from "./change.ts";
import { diff } from "./diff.ts";

interface Row {
  readonly uid: string;
  readonly version: number;
}

const seed = 20_261_121;
const keyOf = (row: Row) => row.uid;
const same = (from: Row, to: Row) => from.version === to.version;
const rows = fc.array(fc.record({ uid: fc.constantFrom("a", "b", "c", "d", "e"), version: fc.nat(3) }), {
  maxLength: 8,
});
const set = rows.map((list) => toObjectSet(list, keyOf));
const check = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>) =>
  fc.assert(property, { seed, numRuns: 500 });

const row = (uid: string, version: number): Row => ({ uid, version });

/** What a subscriber holds that held `before` and hears of the change. */
function afterHearing(before: ObjectSet<Row>, change: ReturnType<typeof diff<Row>>): ObjectSet<Row> {
  const { upserts, removes } = toDifference(change);
  const held = new Map(before);
  for (const { uid } of removes) held.delete(uid);
  for (const each of upserts) held.set(each.uid, each);
  return held;
}

describe("invariants", () => {
  test("whoever holds the one set and hears the difference holds the other", () => {
    check(
      fc.property(set, set, (before, after) => {
        expect(afterHearing(before, diff(before, after, same))).toEqual(after);
      }),
    );
  });

  test("a set differs from itself in nothing", () => {
    check(fc.property(set, (only) => isNoChange(diff(only, only, same))));
  });
});

test("a difference puts what was added and updated, and removes what is gone", () => {
  const before = toObjectSet([row("a", 1), row("b", 1)], keyOf);
  const after = toObjectSet([row("b", 2), row("c", 1)], keyOf);
  expect(toDifference(diff(before, after, same))).toEqual({
    upserts: [row("c", 1), row("b", 2)],
    removes: [row("a", 1)],
  });
});
