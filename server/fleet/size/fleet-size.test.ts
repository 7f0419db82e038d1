import { describe, expect, test } from "vitest";
import { heapNeeded, sizeFault } from "./fleet-size.ts";

const mib = 1024 * 1024;
const shipped = { limitBytes: 512 * mib, takenBytes: 29 * mib };
const usual = { meanBytes: 741 };

describe("F18: the size of a fleet", () => {
  test("sixty-five thousand Shoots fit into the shipped heap, eighty thousand do not", () => {
    expect(sizeFault({ shoots: 65_000, ...usual }, shipped)).toBeUndefined();
    expect(sizeFault({ shoots: 80_000, ...usual }, shipped)).toBeDefined();
  });

  test("is no less than what was measured to be kept, and leaves room below the alert and the refusals", () => {
    // Kept after every page, an export and a thousand writes.
    for (const [shoots, meanBytes, keptMib] of [
      [70, 731, 96],
      [10_000, 741, 137],
      [50_000, 741, 279],
    ] as const) {
      const needed = heapNeeded({ shoots, meanBytes }, shipped.takenBytes);
      expect((keptMib * mib) / needed).toBeLessThanOrEqual(0.7);
      expect((keptMib * mib) / needed).toBeGreaterThan(0.6);
    }
  });

  test("what does not fit is said with what would be enough", () => {
    const fleet = { shoots: 100_000, ...usual };
    const fault = sizeFault(fleet, shipped) ?? "";
    expect(fault).toContain("This garden has 100000 Shoots of about 741 bytes each once packed.");
    const heapMib = Number(/--max-old-space-size=(\d+)/.exec(fault)?.[1]);
    expect(sizeFault(fleet, { ...shipped, limitBytes: heapMib * mib })).toBeUndefined();
    expect(sizeFault(fleet, { ...shipped, limitBytes: (heapMib - 64) * mib })).toBeDefined();
  });

  test("grows with the number of Shoots and with what each of them is", () => {
    const least = heapNeeded({ shoots: 1_000, meanBytes: 741 }, 0);
    expect(heapNeeded({ shoots: 2_000, meanBytes: 741 }, 0)).toBeGreaterThan(least);
    expect(heapNeeded({ shoots: 1_000, meanBytes: 50_000 }, 0)).toBeGreaterThan(least);
  });
});
