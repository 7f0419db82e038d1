import { expect, test } from "@playwright/test";
import { SharedTestSetup } from "#tools/bench/faults/farm.ts";
import { formatOutcomeLine } from "#tools/bench/faults/outcome-table.ts";
import { type Scenario, ScenarioContext, scenarioOutcomeOf } from "#tools/bench/faults/scenario.ts";
import { createOutageScenario } from "#tools/bench/faults/scenarios/outages.ts";
import { partialStarts, startWithoutGarden } from "#tools/bench/faults/scenarios/starts.ts";
import { watchesCutMidLine } from "#tools/bench/faults/scenarios/watches.ts";

/**
 * The short cases of `npm run bench -- faults`: the production build, a garden in a separate process, and a proxy
 * between them that disturbs the connection. Durations are not checked, because other tests keep the machine busy.
 */
const quick: readonly Scenario[] = [startWithoutGarden, createOutageScenario(2)];
const others: readonly Scenario[] = [
  ...partialStarts.filter(({ name }) => name === "start while shoots answers 500"),
  watchesCutMidLine,
  createOutageScenario(40),
];

// The tests run one after the other in one worker, because they share a garden and mostly an Almanac.
test.describe.configure({ mode: "default" });

let place: ScenarioContext;

test.beforeAll(async () => {
  place = new ScenarioContext(await SharedTestSetup.open({ judgesTime: false }));
});

test.afterAll(async () => {
  await place.close();
  await place.farm.close();
});

for (const scenario of [...quick, ...others]) {
  const tag = quick.includes(scenario) ? [] : "@all";
  test(`${scenario.id}: ${scenario.name}`, { tag }, async () => {
    const outcome = await scenarioOutcomeOf(scenario, place);
    expect(outcome.met, formatOutcomeLine({ scenario, outcome })).toBe(true);
  });
}
