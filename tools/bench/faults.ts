import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { groups, loads } from "./faults/all-scenarios.ts";
import { Farm } from "./faults/farm.ts";
import { outcomeLine, outcomeTable } from "./faults/outcome-table.ts";
import { runScenarios, type ScenarioResult } from "./faults/run-scenarios.ts";
import type { ScenarioGroup } from "./faults/scenario.ts";
import { report } from "./report.ts";

/**
 * Breaks the connection to the garden, the garden's answers, the process and its files in every way that we know of, with
 * the production build at one end and a garden in a process of its own at the other.
 *
 * `--long` adds what lasts for minutes; `--shoots 10000` makes the garden as large. FAULTS_ONLY, a regular expression on
 * number and name, chooses; FAULTS_TABLE names a file for the table in Markdown.
 */
export async function benchFaults(options: readonly string[]): Promise<boolean> {
  const long = options.includes("--long");
  const only = new RegExp(process.env.FAULTS_ONLY ?? ".");
  const chosen = (among: readonly ScenarioGroup[]) =>
    among
      .map((group) => ({
        ...group,
        scenarios: group.scenarios.filter(({ id, name, isLong }) => (long || !isLong) && only.test(`${id} ${name}`)),
      }))
      .filter(({ scenarios }) => scenarios.length > 0);
  // Here and now: each Almanac that finds no build would make one.
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await Farm.open({ garden: sizeIn(options) });
  const tell = (result: ScenarioResult) => void process.stdout.write(`${outcomeLine(result)}\n`);
  try {
    const startedAt = performance.now();
    const results = [
      ...(await runScenarios(farm, chosen(groups), { atOnce: 3, tell })),
      ...(await runScenarios(farm, chosen(loads), { atOnce: 1, tell })),
    ];
    if (process.env.FAULTS_TABLE !== undefined) await writeFile(process.env.FAULTS_TABLE, outcomeTable(results));
    const failed = results.filter(({ outcome }) => !outcome.met);
    const minutes = (performance.now() - startedAt) / 60_000;
    return report({
      name: "faults that end as they must",
      value: `${results.length - failed.length} of ${results.length} in ${minutes.toFixed(1)} minutes`,
      goal: "all",
      met: failed.length === 0 && results.length > 0,
    });
  } finally {
    await farm.close();
  }
}

/** What the garden is told of its size. */
function sizeIn(options: readonly string[]): readonly string[] {
  const at = options.indexOf("--shoots");
  return at === -1 ? [] : options.slice(at, at + 2);
}
