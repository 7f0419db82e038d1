import type { ScenarioResult } from "./run-scenarios.ts";
import { formatSeconds } from "./until.ts";

/** Formats a scenario's result: id, observation, lost rows, seconds until live again, limit, and whether it was met. */
export function formatOutcomeLine({ scenario, outcome }: ScenarioResult): string {
  const { saw, lost, liveAgainS, limit, met } = outcome;
  const live = "liveAgainS" in outcome ? formatSeconds(liveAgainS) : "–";
  return [
    met ? "pass" : "FAIL",
    scenario.id.padEnd(9),
    scenario.name.padEnd(52),
    `lost ${lost ?? "–"}`.padEnd(9),
    `live ${live}`.padEnd(12),
    `${saw}   (${limit})`,
  ].join("  ");
}

/** Formats the results as a Markdown table. */
export function formatOutcomeTable(results: readonly ScenarioResult[]): string {
  const rows = results.map(({ scenario, outcome }) => {
    const { saw, lost, limit, met } = outcome;
    const live = "liveAgainS" in outcome ? formatSeconds(outcome.liveAgainS) : "–";
    return `| ${scenario.id} | ${scenario.name} | ${saw} | ${lost ?? "–"} | ${live} | ${limit} | ${met ? "pass" : "**fail**"} |`;
  });
  return [
    "| # | fault | what was seen | lost | live again | limit | |",
    "| - | ----- | ------------- | ---- | ---------- | ----- | - |",
    ...rows,
    "",
  ].join("\n");
}
