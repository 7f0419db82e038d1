import { describe, expect, it } from "vitest";
import { currentGardenerRelease } from "#garden/landscape/garden/seeds.ts";
import { type SimulatedShoot, simulateLandscapeDays } from "#garden/testing/lived-year.fixture.ts";
import {
  createRandomLandscape,
  forecastHorizonDays,
  type RandomLandscape,
  randomLandscapeStart,
} from "#garden/testing/random-landscape.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastPeriod } from "#lib/policy/forecast/dead-end.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { createForecaster } from "#lib/policy/forecast/forecaster.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";

type Foreseen = Extract<Forecast, { outcome: "foreseen" }>;

/** Number of random landscapes; ALMANAC_LANDSCAPES=200 for the complete test. */
const landscapes = Number(process.env.ALMANAC_LANDSCAPES ?? caseCount(6, 20));
const now = randomLandscapeStart.getTime();
const horizon = now + forecastHorizonDays * dayMs;
const edition = parseGardenerRelease(currentGardenerRelease);
const refused = "Updates to the Shoot failed to be applied";

function foresee({ profile, shoots }: RandomLandscape): ReadonlyMap<string, Foreseen> {
  const forecaster = createForecaster(profile, { gardenlet: edition, apiServer: edition });
  return new Map(
    shoots.map((shoot) => {
      const told = forecaster.forecast(shoot, { now, horizon: horizon + 2 * dayMs });
      if (told.outcome !== "foreseen" || !told.certain) throw new Error(`${shoot.metadata.name} is not foreseen`);
      return [shoot.metadata.name, told];
    }),
  );
}

const day = (at: number | undefined) => (at === undefined ? "?" : new Date(at).toISOString().slice(0, 16));

/** Compares what happened to one component of a Shoot with its forecast. */
function laneFaults(lane: ComponentForecast, lived: SimulatedShoot["lanes"][number]): readonly string[] {
  const certain = lane.hops.filter(({ path }) => path === "both");
  const due = certain.filter(({ latestAt = Number.POSITIVE_INFINITY }) => latestAt <= horizon);
  const conditional = lane.hops.filter(({ path }) => path !== "both");
  const name = lane.id.kind === "control-plane" ? "control plane" : `${lane.id.kind} ${lane.id.pool}`;
  const missing = due.filter(({ from, to, earliestAt, latestAt = 0 }) => {
    return !lived.some((step) => step.from === from && step.to === to && step.at >= earliestAt && step.at <= latestAt);
  });
  const foreseen = [...certain, ...conditional];
  const unforeseen = lived.filter(({ from, to }) => !foreseen.some((hop) => hop.from === from && hop.to === to));
  return [
    ...missing.map(
      (hop) => `${name}: ${hop.from} → ${hop.to} between ${day(hop.earliestAt)} and ${day(hop.latestAt)} did not come`,
    ),
    // If the exact time of the run decides, a third outcome between the two forecast ones is possible
    ...(conditional.length > 0 ? [] : unforeseen).map(
      (step) => `${name}: ${step.from} → ${step.to} at ${day(step.at)} was not foreseen`,
    ),
  ];
}

/** Whether maintenance certainly runs within the day before an instant and at that instant. */
function holdsAt({ byAt, untilAt }: ForecastPeriod, at: number): boolean {
  return byAt !== undefined && byAt <= at - dayMs && (untilAt === undefined || untilAt > at + dayMs);
}

function mayHoldAt({ fromAt, untilAt }: ForecastPeriod, at: number): boolean {
  return fromAt <= at + dayMs && (untilAt === undefined || untilAt >= at - dayMs);
}

const targetOf = ({ id }: ComponentForecast): string => {
  if (id.kind === "control-plane") return "controlPlane";
  return id.kind === "pool-image" ? `pool/${id.pool}/image` : `pool/${id.pool}/kubernetes`;
};

function failureFaults(told: Foreseen, lived: SimulatedShoot): readonly string[] {
  const faults: string[] = [];
  for (const { at, reason } of lived.failures) {
    const isRefusal = reason.startsWith(refused);
    if (isRefusal && !told.rejections.some((period) => mayHoldAt(period, at))) {
      faults.push(`refused at ${day(at)} without being foreseen: ${reason}`);
    }
    if (isRefusal) continue;
    for (const lane of told.lanes) {
      if (!reason.includes(`${targetOf(lane)}:`)) continue;
      if (!lane.deadEnds.some((period) => mayHoldAt(period, at))) {
        faults.push(`${targetOf(lane)} failed at ${day(at)} without being foreseen: ${reason}`);
      }
    }
  }
  for (const rejection of told.rejections) {
    for (let at = (rejection.byAt ?? horizon) + dayMs; at < horizon - dayMs; at += dayMs * 30) {
      if (!holdsAt(rejection, at)) continue;
      const found = lived.failures.some(
        (failure) => Math.abs(failure.at - at) <= dayMs && failure.reason.startsWith(refused),
      );
      if (!found) faults.push(`the run around ${day(at)} was not refused`);
    }
  }
  for (const lane of told.lanes) {
    for (const deadEnd of lane.deadEnds) {
      for (let at = (deadEnd.byAt ?? horizon) + dayMs; at < horizon - dayMs; at += dayMs * 30) {
        if (deadEnd.sign !== "reported-as-failed" || !holdsAt(deadEnd, at)) continue;
        if (told.rejections.some((rejection) => mayHoldAt(rejection, at))) continue;
        const found = lived.failures.some(({ at: failedAt, reason }) => {
          return Math.abs(failedAt - at) <= dayMs && reason.includes(`${targetOf(lane)}:`);
        });
        if (!found) faults.push(`${targetOf(lane)} did not fail around ${day(at)}: ${deadEnd.code}`);
      }
    }
  }
  return faults;
}

function faultsOf(shoot: Shoot, told: Foreseen | undefined, lived: SimulatedShoot | undefined): readonly string[] {
  if (!told || !lived) return ["is missing"];
  const faults = [
    ...told.lanes.flatMap((lane, index) => laneFaults(lane, lived.lanes[index] ?? [])),
    ...failureFaults(told, lived),
  ];
  return faults.map((fault) => `${shoot.metadata.name}: ${fault}`);
}

describe("the forecast of day 0 comes true in the embedded garden", () => {
  const seeds = Array.from({ length: landscapes }, (_, index) => index + 1);

  it.each(seeds)(
    "400 days of landscape %i",
    async (seed) => {
      const landscape = createRandomLandscape(seed);
      const told = foresee(landscape);
      const { shoots, faults } = await simulateLandscapeDays(landscape, { seed, days: forecastHorizonDays });
      expect(faults).toEqual([]);
      const broken = landscape.shoots.flatMap((shoot) => {
        const { name } = shoot.metadata;
        return faultsOf(shoot, told.get(name), shoots.get(name));
      });
      expect(broken).toEqual([]);
    },
    60_000,
  );
});
