import type { Shoot } from "#lib/garden/shoot.ts";
import type { ForecastPeriod } from "#lib/policy/forecast/dead-end.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { nextMaintenanceWindow } from "#lib/policy/maintenance/next-window.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import { nextHorizonAt } from "./horizon.ts";

/** Calls a function with every instant in a forecast. */
function forEachInstant(forecast: Forecast, visit: (at: number | undefined) => void): void {
  if (forecast.outcome !== "foreseen") return;
  const visitPeriod = ({ fromAt, byAt, untilAt }: ForecastPeriod) => {
    visit(fromAt);
    visit(byAt);
    visit(untilAt);
  };
  forecast.rejections.forEach(visitPeriod);
  for (const { hops, deadEnds } of forecast.lanes) {
    deadEnds.forEach(visitPeriod);
    for (const { earliestAt, latestAt, cause } of hops) {
      visit(earliestAt);
      visit(latestAt);
      if ("leave" in cause && cause.leave?.code === "expired") visit(cause.leave.expiredAt);
    }
  }
}

/** Whether a forecast has a maintenance window open now, in which a step may happen or may have happened. */
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
 * Returns when a forecast made at `now` has to be recomputed although the Shoot and its profile stay the same: at the
 * next instant in the forecast (a window opens, a window has passed without the step, a version ends), at the end of a
 * window that is open now, or when the end of the forecast period moves.
 */
export function forecastValidUntil(forecast: Forecast, shoot: Pick<Shoot, "spec">, now: number): number {
  let first = nextHorizonAt(now);
  forEachInstant(forecast, (at) => {
    if (at !== undefined && at > now && at < first) first = at;
  });
  if (!hasBegun(forecast, now)) return first;
  return Math.min(first, nextMaintenanceWindow(maintenanceWindow(shoot), now).usableEndAt ?? Number.POSITIVE_INFINITY);
}
