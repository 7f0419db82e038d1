import type { Farm } from "./farm.ts";
import {
  type Scenario,
  ScenarioContext,
  type ScenarioGroup,
  type ScenarioOutcome,
  scenarioOutcomeOf,
} from "./scenario.ts";

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly outcome: ScenarioOutcome;
}

interface RunOptions {
  /** How many groups go on at the same time: most of what they do is wait. */
  readonly atOnce: number;
  readonly tell: (result: ScenarioResult) => void;
}

/** Runs groups side by side, the scenarios of each one after the other. Answers in the order of the groups. */
export async function runScenarios(
  farm: Farm,
  groups: readonly ScenarioGroup[],
  { atOnce, tell }: RunOptions,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[][] = groups.map(() => []);
  const waiting = groups.entries();
  const work = async () => {
    for (const [index, group] of waiting) {
      const place = new ScenarioContext(farm, group.world);
      for (const scenario of group.scenarios) {
        const result = { scenario, outcome: await scenarioOutcomeOf(scenario, place) };
        results[index]?.push(result);
        tell(result);
      }
      await place.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results.flat();
}
