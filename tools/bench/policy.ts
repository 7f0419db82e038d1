import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createImpact } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import { type BenchLandscape, landscape, landscapeNow } from "./landscape.ts";
import { reportOperations } from "./operations.ts";
import { fastestOf, report } from "./report.ts";

const horizon = landscapeNow + 548 * dayMs;
const options = { now: landscapeNow, horizon };

type Forecasters = ReadonlyMap<unknown, Forecaster>;

function forecastersOf({ profiles }: BenchLandscape): Forecasters {
  // A copy of the spec, because a profile that was read once is remembered.
  return new Map(profiles.map((profile) => [profile, createForecaster({ ...profile.spec })]));
}

/** Every Shoot of the landscape; with fresh forecasters, reading the profiles is part of it. */
function forecastAll(fleet: BenchLandscape, forecasters: Forecasters = forecastersOf(fleet)): number {
  let steps = 0;
  for (const { shoot, profile } of fleet.shoots) {
    const told = forecasters.get(profile)?.forecast(shoot, options);
    if (told?.outcome !== "foreseen") throw new Error("a Shoot of the landscape has no forecast");
    for (const lane of told.lanes) steps += lane.hops.length;
  }
  return steps;
}

function reportForecasts(fleet: BenchLandscape): boolean {
  const count = fleet.shoots.length;
  const steps = forecastAll(fleet);
  const { wallMs, cpuMs } = fastestOf(7, () => forecastAll(fleet));
  report({ name: "landscape", value: `${count} Shoots, ${fleet.profiles.length} profiles, 18 months, ${steps} steps` });
  report({ name: "processor time for all forecasts", value: `${cpuMs.toFixed(0)} ms` });
  return report({
    name: "forecasts per second",
    value: `${Math.round((count / wallMs) * 1000)} (${count} in ${wallMs.toFixed(0)} ms)`,
    goal: "10,000 in 1,000 ms on one core",
    met: wallMs <= 1000 * (count / 10_000),
  });
}

const growthTotal = 50_000;
const growthSizes = [1000, 10_000, growthTotal];

interface FleetOfSize {
  readonly fleet: BenchLandscape;
  readonly forecasters: Forecasters;
}

/** The same Shoots as many small fleets or one large one, each fleet with forecasters of its own that have read it once. */
function fleetsOf(size: number, whole: BenchLandscape): readonly FleetOfSize[] {
  return Array.from({ length: growthTotal / size }, (_, place) => {
    const fleet = { ...whole, shoots: whole.shoots.slice(place * size, (place + 1) * size) };
    const forecasters = forecastersOf(fleet);
    forecastAll(fleet, forecasters);
    return { fleet, forecasters };
  });
}

function microsecondsPerShoot(fleets: readonly FleetOfSize[]): number {
  const { cpuMs } = fastestOf(1, () => {
    for (const { fleet, forecasters } of fleets) forecastAll(fleet, forecasters);
  });
  return (cpuMs * 1000) / growthTotal;
}

/**
 * What one Shoot costs in fleets of different sizes, once the profiles are read. Every size forecasts the same 50,000
 * Shoots, each once a round, so that the sizes differ in nothing but the size: a fleet of 1,000 that is forecast over and
 * over stays in the processor's cache, which says nothing about the algorithm. Rounds of the sizes alternate, and the
 * fastest of each counts, so that a busy moment of the machine does not fall on one size alone.
 */
function reportGrowth(): boolean {
  const whole = landscape(growthTotal);
  const fleets = growthSizes.map((size) => fleetsOf(size, whole));
  const fastest = growthSizes.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 12; round += 1) {
    for (const [place, ofSize] of fleets.entries()) {
      fastest[place] = Math.min(fastest[place] ?? Number.POSITIVE_INFINITY, microsecondsPerShoot(ofSize));
    }
  }
  for (const [place, size] of growthSizes.entries()) {
    report({ name: `processor time per Shoot in fleets of ${size}`, value: `${fastest[place]?.toFixed(1)} µs` });
  }
  const growth = Math.max(...fastest) / Math.min(...fastest);
  return report({
    name: "dearest over cheapest",
    value: `${growth.toFixed(2)}×`,
    goal: "flat within 1.3×",
    met: growth <= 1.3,
  });
}

/** One version of one profile ends a month later: only the Shoots that will stand on or beside it are looked at. */
function reportIncremental({ profiles, shoots }: BenchLandscape): boolean {
  const [profile] = profiles;
  if (profile === undefined) return false;
  const fleet = shoots.filter((one) => one.profile === profile).map(({ shoot }) => shoot);
  const versions = profile.spec.kubernetes?.versions ?? [];
  const [first] = versions;
  const after: CloudProfileSpec = {
    ...profile.spec,
    kubernetes: {
      versions: versions.map((entry) =>
        entry === first ? { ...entry, expirationDate: "2027-11-30T23:59:59Z" } : entry,
      ),
    },
  };
  const impacts = fleet.map(createImpact({ before: profile.spec, after }, options));
  const recomputed = impacts.filter((impact) => impact !== "unconcerned").length;
  const changed = impacts.filter((impact) => typeof impact !== "string").length;
  report({
    name: `${first?.version} of one profile ends later`,
    value: `${recomputed} of its ${fleet.length} Shoots recomputed, ${changed} changed`,
  });
  return report({
    name: "incremental recomputation",
    value: `${shoots.length - recomputed} of ${shoots.length} Shoots untouched`,
    goal: "only the Shoots that a changed entry concerns",
    met: recomputed < fleet.length && changed <= recomputed,
  });
}

/** The policy core: forecasts of a whole landscape, and the operations of all its Shoots. */
export function benchPolicy(): boolean {
  const fleet = landscape(10_000);
  return [reportForecasts(fleet), reportGrowth(), reportIncremental(fleet), reportOperations(fleet)].every(Boolean);
}
