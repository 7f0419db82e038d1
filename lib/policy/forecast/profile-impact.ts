import type { CloudProfileSpec } from "../../garden/cloud-profile.ts";
import type { Shoot } from "../../garden/shoot.ts";
import { type ForecastDifference, forecastDifference, isSameForecast } from "./forecast-difference.ts";
import type { ForecastOptions } from "./forecast-result.ts";
import { createForecaster, type LandscapeEdition } from "./forecaster.ts";
import { concernsShoot, profileChanges } from "./profile-changes.ts";

/** What a change of the profile makes of one Shoot. */
export interface ShootImpact {
  readonly shoot: Shoot;
  readonly difference: ForecastDifference;
}

/** What a change of a profile makes of its Shoots. */
export interface ProfileImpact {
  /** The Shoots for which something changes, in the order of the fleet. */
  readonly shoots: readonly ShootImpact[];
  /** How many forecasts had to be made anew; all others cannot have changed. */
  readonly recomputed: number;
  readonly total: number;
}

/**
 * Which Shoots move when instead of when, and which become stuck or free, if a profile changes.
 *
 * @param fleet Shoots whose effective profile it is
 * @param options instants in epoch milliseconds; `edition` is what is known of the landscape's releases
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function profileImpact(
  fleet: readonly Shoot[],
  { before, after }: { readonly before: CloudProfileSpec; readonly after: CloudProfileSpec },
  options: ForecastOptions & { readonly edition?: LandscapeEdition },
): ProfileImpact {
  const [old, next] = [createForecaster(before, options.edition), createForecaster(after, options.edition)];
  const changes = profileChanges(before, after);
  const shoots: ShootImpact[] = [];
  let recomputed = 0;
  for (const shoot of fleet) {
    const was = old.forecast(shoot, options);
    if (!concernsShoot(changes, shoot, was)) continue;
    recomputed++;
    const difference = forecastDifference(was, next.forecast(shoot, options));
    if (!isSameForecast(difference)) shoots.push({ shoot, difference });
  }
  return { shoots, recomputed, total: fleet.length };
}
