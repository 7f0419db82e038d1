import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameJson } from "#lib/kube/same-value.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { formatMergePath, type MergeSide, mergeObjectsThreeWay } from "./merge-manifests.ts";

const pools = (...items: readonly object[]) => ({ workers: items });
const a = { name: "a", minimum: 1, maximum: 3 };
const b = { name: "b", minimum: 1, maximum: 3 };
const c = { name: "c", minimum: 1, maximum: 3 };

describe("what only one side has changed is taken from it", () => {
  test.each([
    ["a field of mine", { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 1 }, { x: 2, y: 1 }, []],
    ["a field of theirs", { x: 1, y: 1 }, { x: 1, y: 1 }, { x: 1, y: 3 }, { x: 1, y: 3 }, ["y"]],
    ["one of each", { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 3 }, { x: 2, y: 3 }, ["y"]],
    ["both the same", { x: 1 }, { x: 2 }, { x: 2 }, { x: 2 }, []],
    ["what I removed", { x: 1, y: 1 }, { y: 1 }, { x: 1, y: 2 }, { y: 2 }, ["y"]],
    ["what they removed", { x: 1, y: 1 }, { x: 1, y: 2 }, { y: 1 }, { y: 2 }, ["x"]],
    ["blocks that both added", {}, { k: { p: 1 } }, { k: { q: 2 } }, { k: { p: 1, q: 2 } }, ["k.q"]],
    [
      "other pools",
      pools(a, b),
      pools({ ...a, maximum: 5 }, b),
      pools(a, { ...b, minimum: 2 }),
      pools({ ...a, maximum: 5 }, { ...b, minimum: 2 }),
      ["workers[b].minimum"],
    ],
    ["pools that each added", pools(a), pools(a, b), pools(a, c), pools(a, b, c), ["workers[c]"]],
    [
      "a pool that they took away",
      pools(a, b, c),
      pools({ ...a, maximum: 9 }, b, c),
      pools(a, c),
      pools({ ...a, maximum: 9 }, c),
      ["workers[b]"],
    ],
    [
      "the order of theirs",
      pools(a, b),
      pools({ ...a, maximum: 9 }, b),
      pools(b, a),
      pools(b, { ...a, maximum: 9 }),
      ["workers"],
    ],
    [
      "the order of mine",
      pools(a, b),
      pools(b, a),
      pools(a, { ...b, minimum: 2 }),
      pools({ ...b, minimum: 2 }, a),
      ["workers[b].minimum"],
    ],
    ["a key with a dot", {}, { m: {} }, { "a.b/c": "1" }, { m: {}, "a.b/c": "1" }, ["[a.b/c]"]],
  ])("%s", (_case, base, mine, theirs, value, taken) => {
    const merged = mergeObjectsThreeWay({ base, mine, theirs });
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken.map(formatMergePath)).toEqual(taken);
    expect(isSameJson(merged.value, value), JSON.stringify(merged.value)).toBe(true);
  });
});

describe("what both have changed in different ways is a conflict, and whoever is chosen is taken", () => {
  test.each([
    ["a field", { x: 1 }, { x: 2 }, { x: 3 }, "x", { x: 2 }, { x: 3 }],
    ["mine changed, theirs removed", { x: 1 }, { x: 2 }, {}, "x", { x: 2 }, {}],
    ["mine removed, theirs changed", { x: { y: 1 } }, {}, { x: { y: 2 } }, "x", {}, { x: { y: 2 } }],
    ["lists without names", { l: [1] }, { l: [1, 2] }, { l: [3] }, "l", { l: [1, 2] }, { l: [3] }],
    [
      "a field of a pool",
      pools(a, b),
      pools({ ...a, maximum: 5 }, b),
      pools({ ...a, maximum: 6 }, b),
      "workers[a].maximum",
      pools({ ...a, maximum: 5 }, b),
      pools({ ...a, maximum: 6 }, b),
    ],
    [
      "a pool that I removed and they changed, which comes back to its place",
      pools(a, b, c),
      pools(a, c),
      pools(a, { ...b, minimum: 2 }, c),
      "workers[b]",
      pools(a, c),
      pools(a, { ...b, minimum: 2 }, c),
    ],
    ["orders", pools(a, b, c), pools(b, a, c), pools(a, c, b), "workers", pools(b, a, c), pools(a, c, b)],
    ["lists of which one has the same name twice", pools(a), pools(a, a), pools(b), "workers", pools(a, a), pools(b)],
    ["another type", { x: 1 }, { x: { y: 1 } }, { x: [1] }, "x", { x: { y: 1 } }, { x: [1] }],
  ])("%s", (_case, base, mine, theirs, path, withMine, withTheirs) => {
    const open = mergeObjectsThreeWay({ base, mine, theirs });
    expect(open.conflicts.map((conflict) => formatMergePath(conflict.path))).toEqual([path]);
    expect(isSameJson(open.value, withMine)).toBe(true);
    const decided = mergeObjectsThreeWay({ base, mine, theirs }, new Map([[path, "theirs"]]));
    expect(isSameJson(decided.value, withTheirs), JSON.stringify(decided.value)).toBe(true);
  });
});

/** Paths of all fields and named items in which two values differ: an independent implementation to check the merge. */
function differing(before: unknown, after: unknown, path: string): readonly string[] {
  if (isSameJson(before, after)) return [];
  // Each field of an added object counts, because both sides can have added the object with different fields.
  if (before === undefined && isBlock(after) && Object.keys(after).length > 0) return differing({}, after, path);
  if (isBlock(before) && isBlock(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differing(before[key], after[key], `${path}${path === "" ? "" : "."}${key}`));
  }
  const [was, is] = [named(before), named(after)];
  if (was === undefined || is === undefined) return [path];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const inside = [...names].flatMap((name) => differing(was[name], is[name], `${path}[${name}]`));
  return inside.length > 0 ? inside : [path];
}

type Block = Readonly<Record<string, unknown>>;

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function named(list: unknown): Block | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const items = list.map((item): readonly [string, unknown] => [isBlock(item) ? String(item.name) : "", item]);
  return Object.fromEntries(items);
}

const scalar = fc.constantFrom(1, 2, 3, "x", true);
const pool = fc.record({ name: fc.constantFrom("a", "b", "c", "d"), minimum: scalar }, { requiredKeys: ["name"] });
const object = fc.record(
  {
    version: scalar,
    kubelet: fc.record({ pods: scalar, gates: fc.dictionary(fc.constantFrom("p", "q"), scalar) }, { requiredKeys: [] }),
    zones: fc.array(scalar, { maxLength: 3 }),
    workers: fc.uniqueArray(pool, { maxLength: 4, minLength: 1, selector: ({ name }) => name }),
  },
  { requiredKeys: ["workers"] },
);
const sides = fc.record({ base: object, mine: object, theirs: object });

const covers = (conflict: string, path: string) =>
  path === conflict ||
  path.startsWith(`${conflict}.`) ||
  path.startsWith(`${conflict}[`) ||
  conflict.startsWith(`${path}.`);

/** The value at a path as returned by `differing`. */
function at(value: unknown, path: string): unknown {
  return [...path.matchAll(/([^.[\]]+)/g)].reduce<unknown>((inner, [step = ""]) => {
    return Array.isArray(inner) ? named(inner)?.[step] : isBlock(inner) ? inner[step] : undefined;
  }, value);
}

/** Compares named list items one by one, and the fields of objects also if one side has no fields. */
function isKept(merged: unknown, side: unknown): boolean {
  if (isBlock(side) && Object.keys(side).length === 0) return isBlock(merged);
  return isSameJson(merged, side) || (named(side) !== undefined && named(merged) !== undefined);
}

test.each(["mine", "theirs"] as const)("no change of %s is lost without being a conflict", (side) => {
  fc.assert(
    fc.property(sides, (given) => {
      const { value, conflicts } = mergeObjectsThreeWay(given);
      const open = conflicts.map(({ path }) => formatMergePath(path));
      const lost = differing(given.base, given[side], "").filter(
        (path) => !isKept(at(value, path), at(given[side], path)) && !open.some((conflict) => covers(conflict, path)),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: caseCount(400, 4_000) },
  );
});

test("nothing differs from what was read that neither side has changed", () => {
  fc.assert(
    fc.property(sides, (given) => {
      const { value } = mergeObjectsThreeWay(given);
      const changed = new Set([...differing(given.base, given.mine, ""), ...differing(given.base, given.theirs, "")]);
      for (const path of differing(given.base, value, "")) {
        expect(
          [...changed].some((one) => covers(one, path) || covers(path, one)),
          path,
        ).toBe(true);
      }
    }),
    { numRuns: caseCount(400, 4_000) },
  );
});

test.each(["mine", "theirs"] as const)("with %s taken at every conflict, all of that side's changes stand", (side) => {
  fc.assert(
    fc.property(sides, (given) => {
      const first = mergeObjectsThreeWay(given);
      const choices = new Map(first.conflicts.map(({ path }): [string, MergeSide] => [formatMergePath(path), side]));
      const { value } = mergeObjectsThreeWay(given, choices);
      const lost = differing(given.base, given[side], "").filter(
        (path) => !isKept(at(value, path), at(given[side], path)),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: caseCount(400, 4_000) },
  );
});

test("everything of theirs that came in is told", () => {
  fc.assert(
    fc.property(sides, (given) => {
      const { value, taken, conflicts } = mergeObjectsThreeWay(given);
      const told = [...taken, ...conflicts.map(({ path }) => path)].map(formatMergePath);
      for (const path of differing(given.mine, value, "")) {
        expect(
          told.some((one) => covers(one, path) || covers(path, one)),
          path,
        ).toBe(true);
      }
    }),
    { numRuns: caseCount(400, 4_000) },
  );
});
