import "server-only";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { csvOf } from "#lib/csv.ts";
import { type ReportLine, reportColumns, reportLines } from "#lib/forecast/report-lines.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";

/**
 * The forecasts of clusters, each given as JSON, as a table in CSV.
 *
 * @param notLive what may be old, said in each line; empty when all is live
 */
export async function forecastCsv(clusters: readonly string[], notLive: string): Promise<string> {
  const parts = [csvOf([reportColumns])];
  await inSlices(clusters, (text) => {
    const lines = reportLines(parseCluster(text)).map((line): ReportLine => ({ ...line, notLive }));
    parts.push(csvOf(lines.map((line) => reportColumns.map((column) => line[column] ?? ""))));
  });
  return parts.join("");
}

/** Our own text, made a moment ago. */
function parseCluster(text: string): ReportedCluster {
  return JSON.parse(text);
}
