import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { formatVersionedComponent } from "./versioned-component-key.ts";

/** Content of a forecast; only `outcome` if there is no forecast. */
export type DescribedForecast = ({ readonly outcome: "foreseen" } & ForecastVariant) | { readonly outcome: string };

function isForecast(forecast: DescribedForecast): forecast is { readonly outcome: "foreseen" } & ForecastVariant {
  return forecast.outcome === "foreseen";
}

/**
 * Returns a text that is equal for forecasts with the same content. The earliest time of a step is included only if no
 * latest time is known, because it changes with the current time while a maintenance window is open.
 */
export function forecastSignature(forecast: DescribedForecast): string {
  if (!isForecast(forecast)) return forecast.outcome;
  const lanes = forecast.lanes.map((lane) => [
    formatVersionedComponent(lane.id),
    lane.version,
    lane.hops.map(({ from, to, path, earliestAt, latestAt }) => [from, to, path, latestAt ?? earliestAt]),
    lane.deadEnds.map(({ code, version, fromAt, byAt, untilAt }) => [code, version, byAt ?? fromAt, untilAt ?? 0]),
  ]);
  const refused = forecast.rejections.map(({ violations, fromAt, byAt }) => [violations, byAt ?? fromAt]);
  return JSON.stringify([lanes, refused]);
}
