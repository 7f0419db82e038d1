import type { Shoot } from "../../garden/shoot.ts";
import type { Forecast } from "../../policy/forecast/forecast-result.ts";
import { nextWindow } from "../../policy/maintenance/next-window.ts";
import { maintenanceWindow } from "../../policy/maintenance/time-window.ts";
import { nextHorizonAt } from "./horizon.ts";

/** Every instant that a forecast names. */
function instantsOf(forecast: Forecast): readonly (number | undefined)[] {
  if (forecast.outcome !== "foreseen") return [];
  const { lanes, rejections } = forecast;
  return [
    ...lanes.flatMap(({ hops }) =>
      hops.flatMap(({ earliestAt, latestAt, cause }) => [
        earliestAt,
        latestAt,
        "leave" in cause && cause.leave?.code === "expired" ? cause.leave.expiredAt : undefined,
      ]),
    ),
    ...[...rejections, ...lanes.flatMap(({ deadEnds }) => deadEnds)].flatMap(({ fromAt, byAt, untilAt }) => [
      fromAt,
      byAt,
      untilAt,
    ]),
  ];
}

/** A window is open in which something may happen, and may have happened already. */
function hasBegun(forecast: Forecast, now: number): boolean {
  if (forecast.outcome !== "foreseen") return false;
  const { lanes, rejections } = forecast;
  return (
    rejections.some(({ fromAt }) => fromAt <= now) ||
    lanes.some(
      ({ hops, deadEnds }) =>
        hops.some(({ earliestAt }) => earliestAt <= now) || deadEnds.some(({ fromAt }) => fromAt <= now),
    )
  );
}

/**
 * When a forecast made at `now` has to be made anew although neither the Shoot nor its profile has changed: the first
 * instant it names that lies ahead (a window opens, a window is over without the step, a version ends), the end of a
 * window that is open now, or the move of the horizon. Until then a new forecast would tell the same.
 */
export function forecastHoldsUntil(forecast: Forecast, shoot: Shoot, now: number): number {
  const ahead = instantsOf(forecast).filter((at) => at !== undefined && at > now);
  const windowEnd = hasBegun(forecast, now) ? nextWindow(maintenanceWindow(shoot), now).usableEndAt : undefined;
  return Math.min(nextHorizonAt(now), ...[...ahead, windowEnd].filter((at) => at !== undefined));
}
