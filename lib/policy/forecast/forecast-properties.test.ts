import fc from "fast-check";
import { describe, expect } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryDate, arbitraryProfile, arbitraryShoot, randomGardenNow } from "#lib/testing/random-garden.ts";
import { expectSameJson, testRandomCases } from "#lib/testing/test-random-cases.ts";
import { simulateMaintenanceRun, specAfterMaintenanceRun } from "../maintenance/maintain-shoot.ts";
import { maintenanceWindow } from "../maintenance/time-window.ts";
import { shootVersionsOf } from "../maintenance/version-state.ts";
import { compareVersions } from "../versions/compare.ts";
import { parseVersion } from "../versions/parse.ts";
import type { ForecastStep } from "./component-forecast.ts";
import type { Forecast, ForecastOptions } from "./forecast-result.ts";
import { createForecaster, forecastShoot } from "./forecaster.ts";
import { dailySchedule, type RunSchedule } from "./run-schedule.ts";

const horizonDays = 12;

type Foreseen = Extract<Forecast, { outcome: "foreseen" }>;

function foreseen(of: Shoot, by: CloudProfileSpec): Foreseen {
  return certainlyForeseen(
    forecastShoot(of, by, { now: randomGardenNow, horizon: randomGardenNow + horizonDays * dayMs }),
  );
}

function certainlyForeseen(told: Forecast): Foreseen {
  if (told.outcome !== "foreseen") throw new Error(`not foreseen: ${told.reason}`);
  return told;
}

/** Simulates maintenance day by day with the spec that each run writes. */
function replay(of: Shoot, by: CloudProfileSpec, schedule: RunSchedule): ShootSpec {
  let current = of;
  let at = schedule.from(randomGardenNow);
  while (at !== undefined && at <= randomGardenNow + horizonDays * dayMs) {
    const run = simulateMaintenanceRun(current, by, { now: at });
    current = { ...current, spec: specAfterMaintenanceRun(current.spec, run) };
    at = schedule.after(at);
  }
  return current.spec;
}

function endOf(spec: ShootSpec): readonly string[] {
  const { kubernetes, pools } = shootVersionsOf(spec);
  return [kubernetes, ...pools.flatMap((one) => [one.kubernetes ?? kubernetes, one.image])];
}

function certain(hops: readonly ForecastStep[]): readonly ForecastStep[] {
  return hops.filter(({ path }) => path === "both");
}

/** A profile, and the same profile with its versions in another order. */
const listedTwice = arbitraryProfile.chain((by) => {
  const list = by.kubernetes?.versions ?? [];
  const [only] = by.machineImages ?? [];
  const images = only?.versions ?? [];
  return fc
    .tuple(
      fc.shuffledSubarray([...list], { minLength: list.length }),
      fc.shuffledSubarray([...images], { minLength: images.length }),
    )
    .map(([versions, imageVersions]) => {
      const machineImages = only ? [{ ...only, versions: imageVersions }] : [];
      return { by, reordered: { ...by, kubernetes: { versions }, machineImages } };
    });
});

const text = fc.constantFrom("", "x", "1", "v1.31.1", "1.31.1-foo", "99999999999999999999.1.1", "1.31.5", "1.32.0");
const brokenVersion = fc.record({ version: text, classification: text, expirationDate: fc.oneof(text, arbitraryDate) });
const brokenList = fc.oneof(fc.constant(null), fc.array(brokenVersion, { maxLength: 5 }));
const instant = fc.constantFrom(randomGardenNow, Number.NaN, Number.POSITIVE_INFINITY, -randomGardenNow, 8.64e15);
const broken = fc.record({
  version: text,
  kubernetes: fc.record({ versions: brokenList }),
  images: brokenList,
  types: fc.boolean(),
  now: instant,
  end: instant,
});

const worlds = fc.record({
  of: arbitraryShoot,
  profiles: listedTwice,
  days: fc.integer({ min: 0, max: 14 }),
  preview: fc.constantFrom("1.30.9", "1.31.9", "1.32.9", "1.33.9", "1.34.9", "1.35.0", "1.36.0"),
  broken,
});

function hopsOf({ lanes }: Foreseen): readonly (readonly ForecastStep[])[] {
  return lanes.map(({ hops }) => hops);
}

describe("every forecast", () => {
  testRandomCases(
    {
      worlds,
      tell: ({ profiles, ...more }) => {
        // Cached results of a forecaster must not change later forecasts.
        const forecaster = createForecaster(profiles.by);
        const until = (days: number, options: Partial<ForecastOptions> = {}) =>
          certainlyForeseen(
            forecaster.forecast(more.of, { now: randomGardenNow, horizon: randomGardenNow + days * dayMs, ...options }),
          );
        return { ...more, ...profiles, until, all: foreseen(more.of, profiles.by) };
      },
      runs: { seed: 20_260_301, numRuns: caseCount(500, 10_000) },
    },
    {
      "ends where running maintenance day by day ends, at both edges of the window": ({ of, by, all }) => {
        const { effective } = maintenanceWindow(of);
        const ends = (["begin", "end"] as const).map((place) => endOf(replay(of, by, dailySchedule(effective, place))));
        for (const [index, lane] of all.lanes.entries()) {
          const expected = new Set(ends.map((end) => end[index]));
          expectSameJson([...lane.finalVersions].sort(), [...expected].sort());
        }
      },

      "goes upwards only, each lane without a gap, the control plane without skipping a minor": ({ all }) => {
        for (const lane of all.lanes) {
          let at = lane.version;
          for (const { from, to } of certain(lane.hops)) {
            const [before, after] = [parseVersion(from), parseVersion(to)];
            if (!before.ok || !after.ok) throw new Error(`${from} or ${to} cannot be read`);
            const minors = after.value.minor - before.value.minor;
            const climbs = compareVersions(after.value, before.value) > 0;
            const skips = lane.id.kind === "control-plane" && minors > 1;
            expectSameJson({ from, climbs, skips }, { from: at, climbs: true, skips: false });
            at = to;
          }
        }
      },

      "a day longer keeps the certain steps as they were": ({ days, until }) => {
        const longer = until(days + 1).lanes;
        for (const [index, lane] of until(days).lanes.entries()) {
          const known = certain(lane.hops);
          expectSameJson(certain(longer[index]?.hops ?? []).slice(0, known.length), known);
        }
      },

      // The order of versions can decide which of several previews is named first, but not what happens.
      "is the same in whatever order the profile lists its versions": ({ of, reordered, all }) =>
        expectSameJson(hopsOf(foreseen(of, reordered)), hopsOf(all)),

      "takes the same steps when a Kubernetes preview is added": ({ of, by, preview, all }) => {
        const versions = [...(by.kubernetes?.versions ?? []), { version: preview, classification: "preview" }];
        expectSameJson(hopsOf(foreseen(of, { ...by, kubernetes: { versions } })), hopsOf(all));
      },

      "asked for the lanes that move by themselves, leaves out the others and changes nothing else": ({
        until,
        all,
      }) => {
        expectSameJson(until(horizonDays, { lanes: "own" }), {
          ...all,
          lanes: all.lanes.filter(({ followsControlPlane }) => !followsControlPlane),
        });
      },

      "of broken input says so: no exception, no NaN, no endless loop": ({ of, broken }) => {
        const by = {
          kubernetes: broken.kubernetes,
          machineImages: [{ name: "gardenlinux", versions: broken.images }],
          machineTypes: broken.types ? [{ name: "m" }] : null,
        };
        const ours = { ...of, spec: { ...of.spec, kubernetes: { version: broken.version } } };
        const told = forecastShoot(ours, by, { now: broken.now, horizon: broken.end });
        const said = JSON.stringify(told, (_, value) => (Number.isNaN(value) ? "NaN" : value));
        if (said.includes("NaN")) expect(said).not.toContain("NaN");
        const { outcome } = forecastShoot(ours, by, {
          now: randomGardenNow,
          horizon: randomGardenNow + 30 * dayMs,
        });
        expectSameJson(outcome, "foreseen");
      },
    },
  );
});
