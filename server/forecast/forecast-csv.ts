import "server-only";
import { stringify } from "csv-stringify/sync";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { reportColumns, reportLines } from "#lib/forecast/report-lines.ts";
import { inSlices } from "../processor-time/time-slices.ts";

const form = { columns: [...reportColumns], escape_formulas: true, record_delimiter: "windows" } as const;

/**
 * The forecasts of clusters, each given as JSON, as a table by RFC 4180. What a spreadsheet would take for a formula is
 * marked as text.
 * @param notLive what may be old, said in each line; empty when all is live
 */
export async function forecastCsv(clusters: readonly string[], notLive: string): Promise<string> {
  const parts = [stringify([], { ...form, header: true })];
  await inSlices(clusters, (text) => {
    const lines = reportLines(parseCluster(text)).map((line) => ({ ...line, notLive }));
    parts.push(stringify(lines, { ...form, header: false }));
  });
  return parts.join("");
}

/** Our own text, made a moment ago. */
function parseCluster(text: string): ReportedCluster {
  return JSON.parse(text);
}
