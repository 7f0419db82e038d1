import type { ForeseenShoot } from "./foreseen-shoot.ts";

/** Twice what anybody runs. Each run of two years is worked out for every pool, so their number sets the price. */
export const mostForeseenPools = 100;

/** The Shoot with as many of its pools as are foreseen: itself, unless it has more. */
export function withForeseenPools(shoot: ForeseenShoot): ForeseenShoot {
  const { spec } = shoot;
  const workers = spec.provider.workers ?? [];
  if (workers.length <= mostForeseenPools) return shoot;
  return { ...shoot, spec: { ...spec, provider: { ...spec.provider, workers: workers.slice(0, mostForeseenPools) } } };
}
