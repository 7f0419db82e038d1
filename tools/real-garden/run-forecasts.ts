import { compareForecasts, type ForecastResult } from "./compare-forecasts.ts";
import { profileForRun } from "./maintenance-cases.ts";
import { createMaintenanceCases, expireVersions } from "./plant-cases.ts";
import type { RealGarden } from "./start-real-garden.ts";

export interface ForecastRunOptions {
  /** Number of clusters to create in addition to existing ones. */
  readonly clusters: number;
  /** Number of maintenance runs per cluster. */
  readonly runs: number;
  readonly say: (line: string) => void;
}

/**
 * Creates clusters of various ages, requests their maintenance, and compares Almanac's forecasts with Gardener's
 * results.
 * @returns whether all forecasts were right
 */
export async function runForecasts(garden: RealGarden, { clusters, runs, say }: ForecastRunOptions): Promise<boolean> {
  const { admin, release } = garden;
  const now = Date.now();
  const profiles = await createMaintenanceCases(garden, { clusters, now, say });
  let agreed = true;
  for (let run = 1; run <= runs; run += 1) {
    for (const number of profiles) await expireVersions(admin, profileForRun(number, run, now));
    agreed = tellResults(`run ${run}`, await compareForecasts(admin, release), say) && agreed;
  }
  return agreed;
}

/** Prints the results of the comparison. @returns whether there are results and all forecasts were right */
function tellResults(run: string, results: readonly ForecastResult[], say: (line: string) => void): boolean {
  const wrong = results.filter(({ differences }) => differences.length > 0);
  for (const { shoot, outcome, differences, lastMaintenance } of wrong) {
    say(`differs  ${shoot} (foreseen: ${outcome})\n         ${differences.join("\n         ")}`);
    say(`         the garden: ${lastMaintenance.slice(0, 600)}`);
  }
  const count = (wanted: ForecastResult["outcome"]) => results.filter(({ outcome }) => outcome === wanted).length;
  say(
    `${run}: ${results.length - wrong.length} of ${results.length} clusters as foreseen ` +
      `(${count("updated")} updated, ${count("refused")} refused, ${count("nothing")} without a change)`,
  );
  return wrong.length === 0 && results.length > 0;
}
