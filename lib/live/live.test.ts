import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply } from "./apply.ts";
import { type Change, isNoChange, noChange, type ObjectSet, toDifference, toObjectSet } from "./change.ts";
import { diff } from "./diff.ts";
import { squash } from "./squash.ts";

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
const added = (...list: Row[]): Change<Row> => ({ ...noChange(), added: toObjectSet(list, keyOf) });
const removed = (...list: Row[]): Change<Row> => ({ ...noChange(), removed: toObjectSet(list, keyOf) });
const updated = (from: Row, to: Row): Change<Row> => ({ ...noChange(), updated: new Map([[from.uid, { from, to }]]) });

describe("invariants", () => {
  test("applying the difference of two sets to the one gives the other", () => {
    check(
      fc.property(set, set, (before, after) => {
        expect(apply(before, diff(before, after, same))).toEqual(after);
      }),
    );
  });

  test("a set differs from itself in nothing", () => {
    check(fc.property(set, (only) => isNoChange(diff(only, only, same))));
  });

  test("a squash does what its two changes do one after the other", () => {
    check(
      fc.property(set, set, set, (one, two, three) => {
        const both = squash(diff(one, two, same), diff(two, three, same));
        expect(apply(one, both)).toEqual(apply(apply(one, diff(one, two, same)), diff(two, three, same)));
      }),
    );
  });

  test("a squash of many changes is never larger than the sets it lies between", () => {
    check(
      fc.property(fc.array(set, { minLength: 2, maxLength: 12 }), (sets) => {
        let whole: Change<Row> = noChange();
        for (const [at, next] of sets.entries())
          whole = at === 0 ? whole : squash(whole, diff(sets[at - 1] ?? next, next, same));
        const [first, last]: [ObjectSet<Row>, ObjectSet<Row>] = [sets[0] ?? new Map(), sets.at(-1) ?? new Map()];
        const size = whole.added.size + whole.updated.size + whole.removed.size;
        expect(size).toBeLessThanOrEqual(new Set([...first.keys(), ...last.keys()]).size);
        expect(apply(first, whole)).toEqual(last);
      }),
    );
  });

  test("no key is in two parts of a squash", () => {
    check(
      fc.property(set, set, set, (one, two, three) => {
        const both = squash(diff(one, two, same), diff(two, three, same));
        const keys = [...both.added.keys(), ...both.updated.keys(), ...both.removed.keys()];
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe("a squash", () => {
  test.each<[string, Change<Row>, Change<Row>, Change<Row>]>([
    ["added, then removed: nothing", added(row("a", 1)), removed(row("a", 1)), noChange()],
    ["added, then updated: added", added(row("a", 1)), updated(row("a", 1), row("a", 2)), added(row("a", 2))],
    [
      "updated twice: updated from the first",
      updated(row("a", 1), row("a", 2)),
      updated(row("a", 2), row("a", 3)),
      updated(row("a", 1), row("a", 3)),
    ],
    [
      "updated, then removed: removed as it first was",
      updated(row("a", 1), row("a", 2)),
      removed(row("a", 2)),
      removed(row("a", 1)),
    ],
    ["removed, then added: updated", removed(row("a", 1)), added(row("a", 2)), updated(row("a", 1), row("a", 2))],
    [
      "two keys: both",
      added(row("a", 1)),
      removed(row("b", 1)),
      { ...added(row("a", 1)), removed: removed(row("b", 1)).removed },
    ],
  ])("%s", (_, first, second, whole) => {
    expect(squash(first, second)).toEqual(whole);
  });

  test("leaves its arguments as they were", () => {
    const first = added(row("a", 1));
    squash(first, removed(row("a", 1)));
    expect(first).toEqual(added(row("a", 1)));
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
