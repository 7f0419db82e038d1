import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import { laneKey } from "./lane-key.ts";

/** A forecast as far as it tells something; `outcome` alone for those that tell nothing. */
export type DescribedForecast = ({ readonly outcome: "foreseen" } & Outlook) | { readonly outcome: string };

function isForeseen(forecast: DescribedForecast): forecast is { readonly outcome: "foreseen" } & Outlook {
  return forecast.outcome === "foreseen";
}

/**
 * What a forecast tells, as a text: equal for two forecasts that tell the same. The instant from which a step is possible
 * counts only where no other is known, because while a window is open it moves with the clock.
 */
export function forecastSignature(forecast: DescribedForecast): string {
  if (!isForeseen(forecast)) return forecast.outcome;
  const lanes = forecast.lanes.map((lane) => [
    laneKey(lane.id),
    lane.version,
    lane.hops.map(({ from, to, path, earliestAt, latestAt }) => [from, to, path, latestAt ?? earliestAt]),
    lane.deadEnds.map(({ code, version, fromAt, byAt, untilAt }) => [code, version, byAt ?? fromAt, untilAt ?? 0]),
  ]);
  const refused = forecast.rejections.map(({ violations, fromAt, byAt }) => [violations, byAt ?? fromAt]);
  return JSON.stringify([lanes, refused]);
}
