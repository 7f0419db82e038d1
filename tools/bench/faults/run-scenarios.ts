import type { SharedTestSetup } from "./farm.ts";
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
  /** Number of groups that run in parallel; scenarios mostly wait. */
  readonly atOnce: number;
  readonly tell: (result: ScenarioResult) => void;
}

/** Runs groups in parallel, and each group's scenarios one after the other; returns results in group order. */
export async function runScenarios(
  farm: SharedTestSetup,
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
