import { describe, expect, it } from "vitest";
import { memoizeLast } from "./memoize-last.ts";
import { memoizePerKey } from "./memoize-per-key.ts";
import { memoizePerObject } from "./memoize-per-object.ts";

describe("what is kept for the last arguments", () => {
  it("is the very same answer while they are the same, and a new one once any is another", () => {
    let computed = 0;
    const sum = memoizeLast((left: number, right: number) => {
      computed += 1;
      return { sum: left + right };
    });
    expect(sum(1, 2)).toBe(sum(1, 2));
    expect(sum(1, 3)).toEqual({ sum: 4 });
    expect(sum(1, 2)).toEqual({ sum: 3 });
    expect(computed).toBe(3);
  });

  it("is kept also where it is undefined", () => {
    let computed = 0;
    const nothing = memoizeLast((): undefined => {
      computed += 1;
    });
    nothing();
    nothing();
    expect(computed).toBe(1);
  });
});

describe("what is computed for an object", () => {
  it("is computed once for each, also where it is nothing", () => {
    const asked: string[] = [];
    const lengthOf = memoizePerObject(({ name }: { readonly name: string }) => {
      asked.push(name);
      return name === "" ? null : name.length;
    });
    const [rose, none] = [{ name: "rose" }, { name: "" }];
    expect([lengthOf(rose), lengthOf(none), lengthOf(rose), lengthOf(none)]).toEqual([4, null, 4, null]);
    expect(lengthOf({ name: "rose" })).toBe(4);
    expect(asked).toEqual(["rose", "", "rose"]);
  });
});

describe("what is computed for a key", () => {
  it("is kept for as many keys as was said, and made anew for one that made room", () => {
    const asked: string[] = [];
    const lengthOf = memoizePerKey(2, (key) => {
      asked.push(key);
      return key.length;
    });
    expect(["a", "bb", "a", "ccc", "bb", "a"].map(lengthOf)).toEqual([1, 2, 1, 3, 2, 1]);
    expect(asked).toEqual(["a", "bb", "ccc", "a"]);
  });
});
