import { describe, expect, test } from "vitest";
import { GarbageCollectionTrigger } from "./idle-garbage-collection.ts";

const mib = 1024 * 1024;

function begun(grown: GarbageCollectionTrigger, ...residentMib: readonly number[]): readonly boolean[] {
  return residentMib.map((bytes) => grown.isWorthCollecting(bytes * mib, 0));
}

describe("a collection is begun", () => {
  test("when memory has grown and the process is quiet", () => {
    const grown = new GarbageCollectionTrigger();
    expect(grown.isWorthCollecting(200 * mib, 0.01)).toBe(false);
    expect(grown.isWorthCollecting(260 * mib, 0.9)).toBe(false);
    expect(grown.isWorthCollecting(260 * mib, 0.01)).toBe(true);
  });

  test("until memory was given back, and again when it grows after that", () => {
    const grown = new GarbageCollectionTrigger();
    begun(grown, 200);
    expect(begun(grown, 260, 250, 205, 220, 235)).toEqual([true, false, false, false, true]);
  });

  test("never soon after the last one, which would put off what that one leads to", () => {
    const grown = new GarbageCollectionTrigger();
    begun(grown, 200);
    expect(begun(grown, 260, 290, 320)).toEqual([true, false, true]);
  });

  test("again and again for what stays, ever less often", () => {
    const grown = new GarbageCollectionTrigger();
    begun(grown, 200);
    const places = begun(grown, ...Array.from({ length: 200 }, () => 300)).flatMap((is, place) => (is ? [place] : []));
    expect(places).toEqual([0, 2, 6, 14, 30, 62, 123, 184]);
  });

  test("soon for what the next crowd leaves, however seldom it had become", () => {
    const grown = new GarbageCollectionTrigger();
    begun(grown, 200, ...Array.from({ length: 100 }, () => 240));
    expect(begun(grown, 300, 300, 240, 240)).toEqual([true, false, true, false]);
  });
});
