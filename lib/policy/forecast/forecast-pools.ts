import type { ForecastShoot } from "./forecast-shoot.ts";

/** Pool limit of a forecast, twice any realistic number; bounds the cost of two years of runs for every pool. */
export const maxForecastPools = 100;

/** The Shoot limited to the number of pools a forecast covers; the same object when it has no more. */
export function limitForecastPools(shoot: ForecastShoot): ForecastShoot {
  const { spec } = shoot;
  const workers = spec.provider.workers ?? [];
  if (workers.length <= maxForecastPools) return shoot;
  return { ...shoot, spec: { ...spec, provider: { ...spec.provider, workers: workers.slice(0, maxForecastPools) } } };
}
