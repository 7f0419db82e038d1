import type { ScenarioResult } from "./run-scenarios.ts";
import { seconds } from "./until.ts";

/** One line: fault, what was seen, lost, seconds to live again, limit, verdict. */
export function outcomeLine({ scenario, outcome }: ScenarioResult): string {
  const { saw, lost, liveAgainS, limit, met } = outcome;
  const live = "liveAgainS" in outcome ? seconds(liveAgainS) : "–";
  return [
    met ? "pass" : "FAIL",
    scenario.id.padEnd(9),
    scenario.name.padEnd(52),
    `lost ${lost ?? "–"}`.padEnd(9),
    `live ${live}`.padEnd(12),
    `${saw}   (${limit})`,
  ].join("  ");
}

/** The same for documents. */
export function outcomeTable(results: readonly ScenarioResult[]): string {
  const rows = results.map(({ scenario, outcome }) => {
    const { saw, lost, limit, met } = outcome;
    const live = "liveAgainS" in outcome ? seconds(outcome.liveAgainS) : "–";
    return `| ${scenario.id} | ${scenario.name} | ${saw} | ${lost ?? "–"} | ${live} | ${limit} | ${met ? "pass" : "**fail**"} |`;
  });
  return [
    "| # | fault | what was seen | lost | live again | limit | |",
    "| - | ----- | ------------- | ---- | ---------- | ----- | - |",
    ...rows,
    "",
  ].join("\n");
}
