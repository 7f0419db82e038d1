import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createProfileImpact } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import { type BenchLandscape, createBenchLandscape, landscapeNow } from "./landscape.ts";
import { reportOperations } from "./operations.ts";
import { fastestOf, printBenchFigure } from "./report.ts";

const horizon = landscapeNow + 548 * dayMs;
const options = { now: landscapeNow, horizon };

type Forecasters = ReadonlyMap<unknown, Forecaster>;

function forecastersOf({ profiles }: BenchLandscape): Forecasters {
  // Copies the spec, because results for a profile are cached per object.
  return new Map(profiles.map((profile) => [profile, createForecaster({ ...profile.spec })]));
}

/** Forecasts all Shoots of the landscape; with new forecasters, the profiles are parsed as well. */
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
  printBenchFigure({
    name: "landscape",
    value: `${count} Shoots, ${fleet.profiles.length} profiles, 18 months, ${steps} steps`,
  });
  printBenchFigure({ name: "processor time for all forecasts", value: `${cpuMs.toFixed(0)} ms` });
  return printBenchFigure({
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

/** The same Shoots as many small fleets or a large one, each with its own forecasters that have parsed the profiles. */
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
 * Compares the cost of a forecast in fleets of different sizes. Each size forecasts the same 50,000 Shoots once per
 * round, because a small fleet that is forecast repeatedly would stay in the processor's cache. Rounds of the sizes
 * alternate, and the fastest round counts, so that other work on the machine does not affect only one size.
 */
function reportGrowth(): boolean {
  const whole = createBenchLandscape(growthTotal);
  const fleets = growthSizes.map((size) => fleetsOf(size, whole));
  const fastest = growthSizes.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 12; round += 1) {
    for (const [place, ofSize] of fleets.entries()) {
      fastest[place] = Math.min(fastest[place] ?? Number.POSITIVE_INFINITY, microsecondsPerShoot(ofSize));
    }
  }
  for (const [place, size] of growthSizes.entries()) {
    printBenchFigure({
      name: `processor time per Shoot in fleets of ${size}`,
      value: `${fastest[place]?.toFixed(1)} µs`,
    });
  }
  const growth = Math.max(...fastest) / Math.min(...fastest);
  return printBenchFigure({
    name: "dearest over cheapest",
    value: `${growth.toFixed(2)}×`,
    goal: "flat within 1.3×",
    met: growth <= 1.3,
  });
}

/** Moves the expiration of one version by a month. Only Shoots that use or could get the version are computed again. */
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
  const impacts = fleet.map(createProfileImpact({ before: profile.spec, after }, options));
  const recomputed = impacts.filter((impact) => impact !== "unconcerned").length;
  const changed = impacts.filter((impact) => typeof impact !== "string").length;
  printBenchFigure({
    name: `${first?.version} of one profile ends later`,
    value: `${recomputed} of its ${fleet.length} Shoots recomputed, ${changed} changed`,
  });
  return printBenchFigure({
    name: "incremental recomputation",
    value: `${shoots.length - recomputed} of ${shoots.length} Shoots untouched`,
    goal: "only the Shoots that a changed entry concerns",
    met: recomputed < fleet.length && changed <= recomputed,
  });
}

/** Benchmark of the policy core: forecasts and operations of all Shoots in a landscape. */
export function benchPolicy(): boolean {
  const fleet = createBenchLandscape(10_000);
  return [reportForecasts(fleet), reportGrowth(), reportIncremental(fleet), reportOperations(fleet)].every(Boolean);
}
