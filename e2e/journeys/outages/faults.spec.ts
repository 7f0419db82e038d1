import { expect, test } from "@playwright/test";
import { Farm } from "#tools/bench/faults/farm.ts";
import { outcomeLine } from "#tools/bench/faults/outcome-table.ts";
import { type Scenario, ScenarioContext, scenarioOutcomeOf } from "#tools/bench/faults/scenario.ts";
import { outage } from "#tools/bench/faults/scenarios/outages.ts";
import { partialStarts, startWithoutGarden } from "#tools/bench/faults/scenarios/starts.ts";
import { cutMidLine } from "#tools/bench/faults/scenarios/watches.ts";

/**
 * Of `npm run bench -- faults` what is quick: the build as people run it, a garden in a process of its own, and a proxy
 * between them that breaks things on purpose. Here nothing is judged by the clock, since other journeys keep the machine
 * busy: what must come soon must come.
 */
const quick: readonly Scenario[] = [startWithoutGarden, outage(2)];
const others: readonly Scenario[] = [
  ...partialStarts.filter(({ name }) => name === "start while shoots answers 500"),
  cutMidLine,
  outage(40),
];

// One after the other, in one worker: they share a garden, and most of them an Almanac.
test.describe.configure({ mode: "default" });

let place: ScenarioContext;

test.beforeAll(async () => {
  place = new ScenarioContext(await Farm.open({ judgesTime: false }));
});

test.afterAll(async () => {
  await place.close();
  await place.farm.close();
});

for (const scenario of [...quick, ...others]) {
  const tag = quick.includes(scenario) ? [] : "@all";
  test(`${scenario.id}: ${scenario.name}`, { tag }, async () => {
    const outcome = await scenarioOutcomeOf(scenario, place);
    expect(outcome.met, outcomeLine({ scenario, outcome })).toBe(true);
  });
}
