import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

/** Random worlds, and what the properties ask about. */
export interface RandomWorlds<World, Told> {
  readonly worlds: fc.Arbitrary<World>;
  /** What is worked out once for each world, for all properties together. */
  readonly tell: (world: World) => Told;
  readonly runs: { readonly seed: number; readonly numRuns: number };
}

const longestPassMs = 600_000;

/**
 * One test for each property, by name; the worlds are drawn, and told, once for all of them. A property that a world
 * breaks is asked again alone, so that fast-check names the seed and the smallest world that breaks it.
 *
 * @param properties throw where they do not hold, and change nothing of what they are told
 */
export function askRandomWorlds<World, Told>(
  { worlds, tell, runs }: RandomWorlds<World, Told>,
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

/** As toEqual on JSON, but quick for the thousands of cases in which nothing differs. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}
