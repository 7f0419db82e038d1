import type { Farm } from "./farm.ts";
import { type Outcome, outcomeOf, Place, type Scenario, type ScenarioGroup } from "./scenario.ts";

export interface Result {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
}

interface RunOptions {
  /** How many groups go on at the same time: most of what they do is wait. */
  readonly atOnce: number;
  readonly tell: (result: Result) => void;
}

/** Runs groups side by side, the scenarios of each one after the other. Answers in the order of the groups. */
export async function runScenarios(
  farm: Farm,
  groups: readonly ScenarioGroup[],
  { atOnce, tell }: RunOptions,
): Promise<readonly Result[]> {
  const results: Result[][] = groups.map(() => []);
  const waiting = groups.entries();
  const work = async () => {
    for (const [index, group] of waiting) {
      const place = new Place(farm, group.world);
      for (const scenario of group.scenarios) {
        const result = { scenario, outcome: await outcomeOf(scenario, place) };
        results[index]?.push(result);
        tell(result);
      }
      await place.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results.flat();
}
