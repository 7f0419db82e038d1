import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type ForecastDifference, forecastDifference, isSameForecast } from "../forecast-difference.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster } from "../forecaster.ts";
import { concernsShoot, profileChanges } from "./profile-changes.ts";

/** Two states of a profile. */
export interface ProfilePair {
  readonly before: CloudProfileSpec;
  readonly after: CloudProfileSpec;
}

/**
 * Impact of a profile change on one Shoot after the other, so that fleets can be processed in slices.
 *
 * @returns for a Shoot `unconcerned` when its forecast cannot have changed, `same` when the recomputed forecast is
 * equal, else the differences
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function createImpact(
  { before, after }: ProfilePair,
  options: ForecastOptions,
): (shoot: Shoot) => ForecastDifference | "unconcerned" | "same" {
  const [old, next] = [createForecaster(before), createForecaster(after)];
  const changes = profileChanges(before, after);
  return (shoot) => {
    const was = old.forecast(shoot, options);
    if (!concernsShoot(changes, shoot, was)) return "unconcerned";
    const difference = forecastDifference(was, next.forecast(shoot, options));
    return isSameForecast(difference) ? "same" : difference;
  };
}
