import "server-only";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { formatCsv } from "#lib/csv.ts";
import { type ForecastReportRow, forecastReportRowsOf, reportColumns } from "#lib/forecast/forecast-report-rows.ts";
import { runInSourceLanguage } from "#lib/language/language-bundle.ts";
import type { UserScope, UserScopes } from "#server/access/user-scope.ts";
import type { RouteCall, RouteServices } from "#server/boundary/create-handler.ts";
import { exportConcurrencyLimit } from "#server/boundary/exports-at-once.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import type { Session } from "#server/identity/session.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { createTextStreamResponse } from "./create-text-stream-response.ts";
import type { ForecastReports } from "./forecast-reports.ts";

interface Reporting extends Pick<RouteServices, "personOf"> {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly forecasts: Pick<ForecastReports, "select" | "texts">;
  readonly fleet: Pick<Fleet, "requireRead" | "notLive" | "caveats">;
  readonly heap: Pick<HeapGuard, "requireRoom">;
}

type ForecastCall = Pick<RouteCall<Reporting, Session, undefined>, "app" | "session" | "request" | "signal">;

/** HTTP header that tells programs which data was not up to date; absent when everything was. */
const notLiveHeader = "x-almanac-not-live";
const caveatsHeader = "x-almanac-caveats";

const formats = ["json", "csv"] as const;
type Format = (typeof formats)[number];

/** Answers with the forecasts of those clusters that the URL's query selects and that the user can see. */
export async function serveForecast(call: ForecastCall): Promise<Response> {
  const scope = await call.app.scopes.scopeOf(call.session.token);
  return exportConcurrencyLimit.run(call.app.personOf(call.session.user.name), () => forecastOf(call, scope));
}

async function forecastOf({ app, request, signal }: ForecastCall, scope: UserScope): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const format = formatOf(params.get("format"));
  const download = params.get("download") === "1";
  for (const own of ["format", "download"]) params.delete(own);
  app.fleet.requireRead();
  app.heap.requireRoom("export");
  const { rows, query, generatedAt, horizonAt } = await app.forecasts.select(scope, params);
  const clusters = await app.forecasts.texts(rows, signal);
  const headers = new Headers({ "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json" });
  if (download) headers.set("content-disposition", `attachment; filename="forecast.${format}"`);
  // In English, because programs read the header, and header values are limited to ASCII.
  const notLive = runInSourceLanguage(() => app.fleet.notLive());
  if (notLive.length > 0) headers.set(notLiveHeader, notLive.join(" "));
  const caveats = runInSourceLanguage(() => app.fleet.caveats());
  if (caveats.length > 0) headers.set(caveatsHeader, caveats.join(" "));
  if (format === "csv") return new Response(await forecastCsv(clusters, notLive.join(" ")), { headers });
  const told = { ...(notLive.length > 0 && { notLive }), ...(caveats.length > 0 && { caveats }) };
  const head = JSON.stringify({ version: 1, generatedAt, horizonAt, query, ...told }).slice(0, -1);
  return createTextStreamResponse(jsonOf(head, clusters), headers);
}

function* jsonOf(head: string, clusters: readonly string[]): Generator<string> {
  yield `${head},"clusters":[`;
  for (const [index, cluster] of clusters.entries()) yield index === 0 ? cluster : `,${cluster}`;
  yield "]}";
}

function formatOf(asked: string | null): Format {
  const format = formats.find((one) => one === (asked ?? "json"));
  if (format !== undefined) return format;
  throw new ProblemError("invalid-request", { detail: `There is no format ${asked}, only ${formats.join(" and ")}.` });
}

/**
 * Converts forecasts from JSON to CSV.
 *
 * @param notLive text that each line repeats when data was not up to date; else empty
 */
export async function forecastCsv(clusters: readonly string[], notLive: string): Promise<string> {
  const parts = [formatCsv([reportColumns])];
  await forEachInTimeSlices(clusters, (text) => {
    const lines = forecastReportRowsOf(parseCluster(text)).map((line): ForecastReportRow => ({ ...line, notLive }));
    parts.push(formatCsv(lines.map((line) => reportColumns.map((column) => line[column] ?? ""))));
  });
  return parts.join("");
}

/** Parses JSON that this process produced itself. */
function parseCluster(text: string): ReportedCluster {
  return JSON.parse(text);
}
