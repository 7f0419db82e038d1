import "server-only";
import type { UserScopes } from "../access/user-scope.ts";
import type { Call } from "../boundary/create-handler.ts";
import { ProblemError } from "../boundary/problem.ts";
import type { Session } from "../identity/session.ts";
import { forecastCsv } from "./forecast-csv.ts";
import type { ForecastReports } from "./forecast-reports.ts";

interface Reporting {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly forecasts: Pick<ForecastReports, "select" | "texts">;
}

type ForecastCall = Pick<Call<Reporting, Session, undefined>, "app" | "session" | "request" | "signal">;

const formats = ["json", "csv"] as const;
type Format = (typeof formats)[number];

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
  if (format === "csv") return new Response(await forecastCsv(clusters), { headers });
  const head = JSON.stringify({ version: 1, generatedAt, horizonAt, query }).slice(0, -1);
  return new Response(`${head},"clusters":[${clusters.join(",")}]}`, { headers });
}

function formatOf(asked: string | null): Format {
  const format = formats.find((one) => one === (asked ?? "json"));
  if (format !== undefined) return format;
  throw new ProblemError("invalid-request", { detail: `There is no format ${asked}, only ${formats.join(" and ")}.` });
}
