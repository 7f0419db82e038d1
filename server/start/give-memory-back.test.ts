import { describe, expect, test } from "vitest";
import { GrownMemory, type Step } from "./give-memory-back.ts";

const mib = 1024 * 1024;

function steps(grown: GrownMemory, ...residentMib: readonly number[]): readonly Step[] {
  return residentMib.map((bytes) => grown.next(bytes * mib, 0));
}

describe("a collection is begun", () => {
  test("when memory has grown and the process is quiet", () => {
    const grown = new GrownMemory();
    expect(grown.next(200 * mib, 0.01)).toBe("nothing");
    expect(grown.next(260 * mib, 0.9)).toBe("nothing");
    expect(grown.next(260 * mib, 0.01)).toBe("collect");
  });

  test("and pages are given back, which takes room for a moment, only where that did not suffice", () => {
    const grown = new GrownMemory();
    expect(steps(grown, 200, 260, 205, 260, 250, 205)).toEqual([
      "nothing",
      "collect",
      "nothing",
      "collect",
      "release",
      "nothing",
    ]);
  });

  test("until memory was given back, and again when it grows after that", () => {
    const grown = new GrownMemory();
    steps(grown, 200, 260, 250, 205);
    expect(steps(grown, 220, 235)).toEqual(["nothing", "collect"]);
  });

  test("again and again for what stays, ever less often", () => {
    const grown = new GrownMemory();
    steps(grown, 200);
    const begun = steps(grown, ...Array.from({ length: 200 }, () => 300));
    const places = begun.flatMap((step, place) => (step === "nothing" ? [] : [place]));
    expect(places).toEqual([0, 1, 4, 10, 22, 46, 94, 155]);
  });

  test("at once for what the next crowd leaves, however seldom it had become", () => {
    const grown = new GrownMemory();
    steps(grown, 200, ...Array.from({ length: 100 }, () => 240));
    expect(steps(grown, 300, 300, 240, 240, 240)).toEqual(["collect", "release", "nothing", "nothing", "release"]);
  });
});
