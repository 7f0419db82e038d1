import "server-only";
import { setImmediate } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { reportColumns, reportLines } from "#lib/view/forecast/report-lines.ts";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import { ProblemError } from "../http/problem.ts";
import type { Session } from "../session/session.ts";

type ForecastCall = Pick<Call<Almanac, Session, undefined>, "app" | "session" | "request" | "signal">;

const formats = ["json", "csv"] as const;
type Format = (typeof formats)[number];

/** Lines per turn of the event loop while a table is written. */
const sliceSize = 200;

/** Everything that is foreseen for the clusters that the address selects, as far as the user may see them. */
export async function answerForecast({ app, session, request, signal }: ForecastCall): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const format = formatOf(params.get("format"));
  const download = params.get("download") === "1";
  for (const own of ["format", "download"]) params.delete(own);
  const { rows, query, generatedAt, horizonAt } = app.forecasts.select(await app.scopes.scopeOf(session.token), params);
  const clusters = await app.forecasts.texts(rows, signal);
  const headers = new Headers({ "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json" });
  if (download) headers.set("content-disposition", `attachment; filename="forecast.${format}"`);
  if (format === "csv") return new Response(await table(clusters), { headers });
  const head = JSON.stringify({ version: 1, generatedAt, horizonAt, query }).slice(0, -1);
  return new Response(`${head},"clusters":[${clusters.join(",")}]}`, { headers });
}

function formatOf(asked: string | null): Format {
  const format = formats.find((one) => one === (asked ?? "json"));
  if (format !== undefined) return format;
  throw new ProblemError("invalid-request", { detail: `There is no format ${asked}, only ${formats.join(" and ")}.` });
}

/** RFC 4180; what a spreadsheet would take for a formula is marked as text. */
async function table(clusters: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (let begin = 0; begin === 0 || begin < clusters.length; begin += sliceSize) {
    const lines = clusters.slice(begin, begin + sliceSize).flatMap((text) => reportLines(parseCluster(text)));
    parts.push(stringify(lines, { ...csvForm, header: begin === 0 }));
    await setImmediate();
  }
  return parts.join("");
}

const csvForm = { columns: [...reportColumns], escape_formulas: true, record_delimiter: "windows" } as const;

/** Our own text, made a moment ago. */
function parseCluster(text: string): ReportedCluster {
  return JSON.parse(text);
}
