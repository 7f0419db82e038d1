import { describe, expect, test } from "vitest";
import { GrownMemory } from "./give-memory-back.ts";

const mib = 1024 * 1024;

describe("a collection is begun", () => {
  test("when memory has grown and the process is quiet", () => {
    const grown = new GrownMemory();
    expect(grown.isWorthCollecting(200 * mib, 0.01)).toBe(false);
    expect(grown.isWorthCollecting(260 * mib, 0.9)).toBe(false);
    expect(grown.isWorthCollecting(260 * mib, 0.01)).toBe(true);
  });

  test("until it was given back, and again when it grows after that", () => {
    const grown = new GrownMemory();
    grown.isWorthCollecting(200 * mib, 0);
    const begun = [260, 250, 205, 220, 235].map((bytes) => grown.isWorthCollecting(bytes * mib, 0));
    expect(begun).toEqual([true, false, false, false, true]);
  });

  test("again and again for what stays, ever less often", () => {
    const grown = new GrownMemory();
    grown.isWorthCollecting(200 * mib, 0);
    const begun = Array.from({ length: 200 }, () => grown.isWorthCollecting(300 * mib, 0));
    const places = begun.flatMap((isBegun, place) => (isBegun ? [place] : []));
    expect(places).toEqual([0, 3, 9, 21, 45, 93, 154]);
  });

  test("at once for what the next crowd leaves, however seldom it had become", () => {
    const grown = new GrownMemory();
    grown.isWorthCollecting(200 * mib, 0);
    for (let time = 0; time < 100; time += 1) grown.isWorthCollecting(240 * mib, 0);
    const begun = [300, 300, 240, 240].map((bytes) => grown.isWorthCollecting(bytes * mib, 0));
    expect(begun).toEqual([true, false, false, true]);
  });
});
