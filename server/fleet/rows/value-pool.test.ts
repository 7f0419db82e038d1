import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ValuePool } from "./value-pool.ts";

describe("a pool of values", () => {
  test("whatever goes in comes out equal, and frozen", () => {
    const pool = new ValuePool(20);
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = JSON.parse(JSON.stringify(JSON.parse(json)));
        const out = pool.one(structuredClone(value));
        expect(out).toEqual(value);
        expect(Object.isFrozen(out)).toBe(true);
      }),
      { seed: 20261123, numRuns: 1_000 },
    );
  });

  test("equal values are one", () => {
    const pool = new ValuePool();
    const make = () => ({ name: "a", steps: [{ lane: "controlPlane", at: 1 }] });
    const one = pool.one(make());
    expect(pool.one(make())).toBe(one);
    expect(pool.one(one)).toBe(one);
  });

  test.each<[string, unknown, unknown]>([
    ["a list and a text", ["a"], "a"],
    ["a list in a list", [["a"], "b"], ["a", ["b"]]],
    ["texts that run into each other", ["ab", "c"], ["a", "bc"]],
    ["a number and its text", { at: 1 }, { at: "1" }],
    ["keys and values", { a: "b" }, { b: "a" }],
    ["nothing and an empty object", [], {}],
  ])("values that look alike stay two: %s", (_what, one, other) => {
    const pool = new ValuePool();
    expect([pool.one(one), pool.one(other)]).toEqual([one, other]);
  });

  test("what goes in is left as it is, without fields that are undefined in what comes out", () => {
    const given = { a: [1], b: undefined };
    expect(new ValuePool().one(given)).toStrictEqual({ a: [1] });
    expect(Object.isFrozen(given) || Object.isFrozen(given.a)).toBe(false);
  });

  test("of what is long and changes all the time, no more than 16 MiB stays", () => {
    const pool = new ValuePool();
    const long = (index: number) => [`${index}`.padEnd(10_000)];
    const first = pool.one(long(0));
    for (let index = 1; index < 400; index += 1) pool.one(long(index));
    expect(pool.one(long(0))).toBe(first);
    for (let index = 1_000; index < 4_000; index += 1) pool.one(long(index));
    expect(pool.one(long(0))).not.toBe(first);
  });

  test("what is asked for stays, and what is not goes", () => {
    const pool = new ValuePool(10);
    const [kept, left] = [pool.one(["kept"]), pool.one(["left"])];
    for (let count = 0; count < 100; count += 1) {
      pool.one([count]);
      expect(pool.one(["kept"])).toBe(kept);
    }
    expect(pool.one(["left"])).not.toBe(left);
  });
});
