import { ok, type Result } from "#lib/result.ts";
import { computeForecastDifference, type ForecastDifference } from "./compute-forecast-difference.ts";
import type { Forecast, ForecastOptions } from "./forecast-result.ts";
import { forecastShoot, type LandscapeRelease } from "./forecaster.ts";
import { applyWhatIf, type ShootWithProfile, type WhatIfChange, type WhatIfError } from "./what-if-change.ts";

/** A forecast without and with some hypothetical changes. */
export interface WhatIfForecast {
  readonly before: Forecast;
  readonly after: Forecast;
  readonly difference: ForecastDifference;
  /** The changed Shoot and profile on which `after` is based. */
  readonly world: ShootWithProfile;
}

/**
 * Forecasts a Shoot with and without hypothetical changes: automatic updates, the window, a pool's own version, an
 * update made today, or the versions of the profile. The changes are applied in order; nothing is written.
 *
 * @returns error: the first change that refers to something that does not exist
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function forecastWhatIf(
  world: ShootWithProfile,
  changes: readonly WhatIfChange[],
  options: ForecastOptions & { readonly edition?: LandscapeRelease },
): Result<WhatIfForecast, WhatIfError> {
  let changed = world;
  for (const change of changes) {
    const next = applyWhatIf(changed, change);
    if (!next.ok) return next;
    changed = next.value;
  }
  const before = forecastShoot(world.shoot, world.profile, options);
  const after = forecastShoot(changed.shoot, changed.profile, options);
  return ok({ before, after, difference: computeForecastDifference(before, after), world: changed });
}
