import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

/** Random test inputs ("worlds"), and the results that properties check. */
export interface RandomCases<World, Told> {
  readonly worlds: fc.Arbitrary<World>;
  /** Computes the result for a test input, once for all properties together. */
  readonly tell: (world: World) => Told;
  readonly runs: { readonly seed: number; readonly numRuns: number };
}

const longestPassMs = 600_000;

/**
 * Registers one test per property, by name; the test inputs are generated and evaluated once for all of them. A
 * property that fails is run again alone, so that fast-check reports the seed and the smallest failing input.
 *
 * @param properties throw when they do not hold, and must not modify the result
 */
export function testRandomCases<World, Told>(
  { worlds, tell, runs }: RandomCases<World, Told>,
  properties: Readonly<Record<string, (told: Told) => void>>,
): void {
  const faults = new Map<string, unknown>();
  let asked = 0;

  beforeAll(() => {
    faults.clear();
    asked = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const told = tell(world);
        asked += 1;
        for (const [name, check] of Object.entries(properties)) {
          if (faults.has(name)) continue;
          try {
            check(told);
          } catch (fault) {
            faults.set(name, fault);
          }
        }
      }),
      runs,
    );
  }, longestPassMs);

  for (const [name, check] of Object.entries(properties)) {
    test(name, { timeout: longestPassMs }, () => {
      expect(asked).toBe(runs.numRuns);
      if (!faults.has(name)) return;
      fc.assert(
        fc.property(worlds, (world) => check(tell(world))),
        runs,
      );
      throw faults.get(name);
    });
  }
}

/** Compares JSON values like `toEqual`, but fast for the thousands of cases without a difference. */
export function expectSameJson(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}
