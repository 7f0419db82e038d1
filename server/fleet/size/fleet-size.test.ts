import { describe, expect, test } from "vitest";
import { heapNeeded, sizeFault } from "./fleet-size.ts";

const mib = 1024 * 1024;
const shipped = { limitBytes: 560 * mib, takenBytes: 40 * mib };
const usual = { meanBytes: 9 * 1024 };

describe("F18: the size of a fleet", () => {
  test("fifty thousand Shoots fit into the shipped heap, a hundred thousand do not", () => {
    expect(sizeFault({ shoots: 50_000, ...usual }, shipped)).toBeUndefined();
    expect(sizeFault({ shoots: 100_000, ...usual }, shipped)).toBeDefined();
  });

  test("what does not fit is said with what would be enough", () => {
    const fleet = { shoots: 100_000, ...usual };
    const fault = sizeFault(fleet, shipped) ?? "";
    expect(fault).toContain("This garden has 100000 Shoots of about 9 KiB each.");
    const heapMib = Number(/--max-old-space-size=(\d+)/.exec(fault)?.[1]);
    expect(sizeFault(fleet, { ...shipped, limitBytes: heapMib * mib })).toBeUndefined();
    expect(sizeFault(fleet, { ...shipped, limitBytes: (heapMib - 128) * mib })).toBeDefined();
  });

  test("grows with the number of Shoots and with what each of them is", () => {
    expect(heapNeeded({ shoots: 2_000, meanBytes: 1_000 })).toBeGreaterThan(
      heapNeeded({ shoots: 1_000, meanBytes: 1_000 }),
    );
    expect(heapNeeded({ shoots: 1_000, meanBytes: 50_000 })).toBeGreaterThan(
      heapNeeded({ shoots: 1_000, meanBytes: 1_000 }),
    );
  });
});
