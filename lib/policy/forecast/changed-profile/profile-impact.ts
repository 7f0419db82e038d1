import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type ForecastDifference, forecastDifference, isSameForecast } from "../forecast-difference.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster, type LandscapeEdition } from "../forecaster.ts";
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

/** Two states of a profile. */
export interface ProfilePair {
  readonly before: CloudProfileSpec;
  readonly after: CloudProfileSpec;
}

export type ImpactOptions = ForecastOptions & { readonly edition?: LandscapeEdition };

/**
 * What a change of the profile makes of one Shoot after the other: for fleets that are gone through in slices.
 *
 * @returns for a Shoot `unconcerned` when its forecast cannot have changed, `same` when it was made anew and tells the
 *   same, else what differs
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function createImpact(
  { before, after }: ProfilePair,
  options: ImpactOptions,
): (shoot: Shoot) => ForecastDifference | "unconcerned" | "same" {
  const [old, next] = [createForecaster(before, options.edition), createForecaster(after, options.edition)];
  const changes = profileChanges(before, after);
  return (shoot) => {
    const was = old.forecast(shoot, options);
    if (!concernsShoot(changes, shoot, was)) return "unconcerned";
    const difference = forecastDifference(was, next.forecast(shoot, options));
    return isSameForecast(difference) ? "same" : difference;
  };
}

/**
 * Which Shoots move when instead of when, and which become stuck or free, if a profile changes.
 *
 * @param fleet Shoots whose effective profile it is
 * @param options instants in epoch milliseconds; `edition` is what is known of the landscape's releases
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function profileImpact(fleet: readonly Shoot[], pair: ProfilePair, options: ImpactOptions): ProfileImpact {
  const impactOn = createImpact(pair, options);
  const shoots: ShootImpact[] = [];
  let recomputed = 0;
  for (const shoot of fleet) {
    const difference = impactOn(shoot);
    if (difference === "unconcerned") continue;
    recomputed++;
    if (difference !== "same") shoots.push({ shoot, difference });
  }
  return { shoots, recomputed, total: fleet.length };
}
