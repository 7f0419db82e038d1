import "server-only";
import { setImmediate } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { reportColumns, reportLines } from "#lib/forecast/report-lines.ts";

/** Clusters per turn of the event loop. */
const sliceSize = 200;
const form = { columns: [...reportColumns], escape_formulas: true, record_delimiter: "windows" } as const;

/**
 * The forecasts of clusters, each given as JSON, as a table by RFC 4180. What a spreadsheet would take for a formula is
 * marked as text.
 * @param notLive what may be old, said in each line; empty when all is live
 */
export async function forecastCsv(clusters: readonly string[], notLive: string): Promise<string> {
  const parts: string[] = [];
  for (let begin = 0; begin === 0 || begin < clusters.length; begin += sliceSize) {
    const lines = clusters
      .slice(begin, begin + sliceSize)
      .flatMap((text) => reportLines(parseCluster(text)).map((line) => ({ ...line, notLive })));
    parts.push(stringify(lines, { ...form, header: begin === 0 }));
    await setImmediate();
  }
  return parts.join("");
}

/** Our own text, made a moment ago. */
function parseCluster(text: string): ReportedCluster {
  return JSON.parse(text);
}
