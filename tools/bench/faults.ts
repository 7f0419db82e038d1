import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { loadScenarioGroups, outageScenarioGroups } from "./faults/all-scenarios.ts";
import { SharedTestSetup } from "./faults/farm.ts";
import { formatOutcomeLine, formatOutcomeTable } from "./faults/outcome-table.ts";
import { runScenarios, type ScenarioResult } from "./faults/run-scenarios.ts";
import type { ScenarioGroup } from "./faults/scenario.ts";
import { printBenchFigure } from "./report.ts";

/**
 * Benchmark that disturbs the connection to the garden, the garden's responses, the Almanac process and its files, with
 * the production build and a garden in a separate process. Options: `--long` adds cases that take minutes, `--shoots
 * 10000` sets the size of the garden. Environment variables: FAULTS_ONLY is a regular expression that selects cases by
 * id and name, FAULTS_TABLE names a file for the results as Markdown.
 */
export async function benchOutages(options: readonly string[]): Promise<boolean> {
  const long = options.includes("--long");
  const only = new RegExp(process.env.FAULTS_ONLY ?? ".");
  const chosen = (among: readonly ScenarioGroup[]) =>
    among
      .map((group) => ({
        ...group,
        scenarios: group.scenarios.filter(({ id, name, isLong }) => (long || !isLong) && only.test(`${id} ${name}`)),
      }))
      .filter(({ scenarios }) => scenarios.length > 0);
  // Builds once now, because each Almanac process that finds no build would start one.
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await SharedTestSetup.open({ garden: sizeIn(options) });
  const tell = (result: ScenarioResult) => void process.stdout.write(`${formatOutcomeLine(result)}\n`);
  try {
    const startedAt = performance.now();
    const results = [
      ...(await runScenarios(farm, chosen(outageScenarioGroups), { atOnce: 3, tell })),
      ...(await runScenarios(farm, chosen(loadScenarioGroups), { atOnce: 1, tell })),
    ];
    if (process.env.FAULTS_TABLE !== undefined) await writeFile(process.env.FAULTS_TABLE, formatOutcomeTable(results));
    const failed = results.filter(({ outcome }) => !outcome.met);
    const minutes = (performance.now() - startedAt) / 60_000;
    return printBenchFigure({
      name: "faults that end as they must",
      value: `${results.length - failed.length} of ${results.length} in ${minutes.toFixed(1)} minutes`,
      goal: "all",
      met: failed.length === 0 && results.length > 0,
    });
  } finally {
    await farm.close();
  }
}

/** Options for the size of the garden. */
function sizeIn(options: readonly string[]): readonly string[] {
  const at = options.indexOf("--shoots");
  return at === -1 ? [] : options.slice(at, at + 2);
}
