import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { formatVersionedComponent } from "./versioned-component-key.ts";

/** Content of a forecast; `outcome` alone if it has none. */
export type DescribedForecast = ({ readonly outcome: "foreseen" } & ForecastVariant) | { readonly outcome: string };

function isForecast(forecast: DescribedForecast): forecast is { readonly outcome: "foreseen" } & ForecastVariant {
  return forecast.outcome === "foreseen";
}

/**
 * Returns a text that is equal for forecasts with the same content. The earliest time of a step counts only when no
 * latest one is known, because it moves with the clock while a window is open.
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
