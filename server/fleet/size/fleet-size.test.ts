import { describe, expect, test } from "vitest";
import { findFleetSizeError, heapNeeded } from "./fleet-size.ts";

const mib = 1024 * 1024;
const shipped = { limitBytes: 512 * mib, takenBytes: 29 * mib };
const usual = { meanBytes: 4200 };

describe("F18: the size of a fleet", () => {
  test("twenty thousand Shoots fit into the shipped heap, thirty thousand do not", () => {
    expect(findFleetSizeError({ shoots: 20_000, ...usual }, shipped)).toBeUndefined();
    expect(findFleetSizeError({ shoots: 30_000, ...usual }, shipped)).toBeDefined();
  });

  test("is no less than what was measured to be kept, and leaves room below the alert and the refusals", () => {
    // Memory after pages were opened, an export and hundreds of writes.
    for (const [shoots, meanBytes, keptMib] of [
      [70, 4200, 94],
      [10_000, 4200, 212],
      [50_000, 4200, 651],
    ] as const) {
      const needed = heapNeeded({ shoots, meanBytes }, shipped.takenBytes);
      expect((keptMib * mib) / needed).toBeLessThanOrEqual(0.7);
      expect((keptMib * mib) / needed).toBeGreaterThan(0.6);
    }
  });

  test("what does not fit is said with what would be enough", () => {
    const fleet = { shoots: 100_000, ...usual };
    const fault = findFleetSizeError(fleet, shipped) ?? "";
    expect(fault).toContain("This garden has 100000 Shoots of about 4200 bytes each.");
    const heapMib = Number(/--max-old-space-size=(\d+)/.exec(fault)?.[1]);
    expect(findFleetSizeError(fleet, { ...shipped, limitBytes: heapMib * mib })).toBeUndefined();
    expect(findFleetSizeError(fleet, { ...shipped, limitBytes: (heapMib - 64) * mib })).toBeDefined();
  });

  test("grows with the number of Shoots and with what each of them is", () => {
    const least = heapNeeded({ shoots: 1_000, meanBytes: 4_200 }, 0);
    expect(heapNeeded({ shoots: 2_000, meanBytes: 4_200 }, 0)).toBeGreaterThan(least);
    expect(heapNeeded({ shoots: 1_000, meanBytes: 50_000 }, 0)).toBeGreaterThan(least);
  });
});
