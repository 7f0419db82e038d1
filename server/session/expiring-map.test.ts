import { describe, expect, test } from "vitest";
import { ExpiringMap } from "./expiring-map.ts";

describe("a brief memory", () => {
  test("keeps a value for its time, which begins anew when it is kept again", () => {
    let now = 0;
    const memory = new ExpiringMap<string>({ ttlMs: 100, maxEntries: 10, now: () => now });
    memory.keep("a", "first");
    now = 99;
    expect(memory.get("a")).toBe("first");
    memory.keep("a", "second");
    now = 198;
    expect(memory.get("a")).toBe("second");
    now = 199;
    expect(memory.get("a")).toBeUndefined();
  });

  test("lets the oldest go when there are too many", () => {
    const memory = new ExpiringMap<number>({ ttlMs: 100, maxEntries: 2, now: () => 0 });
    for (const [index, key] of ["a", "b", "a", "c"].entries()) memory.keep(key, index);
    expect(["a", "b", "c"].map((key) => memory.get(key))).toEqual([2, undefined, 3]);
  });
});
