import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import {
  computeForecastDifference,
  type ForecastDifference,
  isForecastUnchanged,
} from "../compute-forecast-difference.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster, type LandscapeRelease } from "../forecaster.ts";
import { canProfileChangeAffectShoot, compareProfilesForForecast } from "./profile-changes.ts";

/** The spec of a CloudProfile before and after a change. */
export interface ProfileBeforeAndAfter {
  readonly before: CloudProfileSpec;
  readonly after: CloudProfileSpec;
}

/**
 * Creates a function that computes a profile change's impact on one Shoot, so that callers can process fleets in parts.
 *
 * @returns for a Shoot `unconcerned` when its forecast cannot have changed, `same` when the recomputed forecast is
 * equal, else the differences
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function createProfileImpact(
  { before, after }: ProfileBeforeAndAfter,
  { edition, ...options }: ForecastOptions & { readonly edition?: LandscapeRelease },
): (shoot: Shoot) => ForecastDifference | "unconcerned" | "same" {
  const [old, next] = [createForecaster(before, edition), createForecaster(after, edition)];
  const changes = compareProfilesForForecast(before, after);
  return (shoot) => {
    const was = old.forecast(shoot, options);
    if (!canProfileChangeAffectShoot(changes, shoot, was)) return "unconcerned";
    const difference = computeForecastDifference(was, next.forecast(shoot, options));
    return isForecastUnchanged(difference) ? "same" : difference;
  };
}
