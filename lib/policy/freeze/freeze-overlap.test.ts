import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryProfile, arbitraryShoot, randomGardenNow } from "#lib/testing/random-garden.ts";
import { testRandomCases } from "#lib/testing/test-random-cases.ts";
import type { ForecastStep } from "../forecast/component-forecast.ts";
import { forecastShoot } from "../forecast/forecaster.ts";
import { simulateMaintenanceRun, specAfterMaintenanceRun } from "../maintenance/maintain-shoot.ts";
import { effectiveWindow, maintenanceWindow, windowDurationSeconds } from "../maintenance/time-window.ts";
import { shootVersionsOf } from "../maintenance/version-state.ts";
import { freezeOfStep, freezeOverlapOf } from "./freeze-overlap.ts";
import { type FreezePeriod, findFreezeTimeError, freezePeriodsOf } from "./freeze-period.ts";

const instant = (text: string) => Date.parse(text);
const period = (from: string, until: string): FreezePeriod => ({
  name: "year end",
  fromAt: instant(from),
  untilAt: instant(until),
});
const yearEnd = period("2026-12-18T17:00:00Z", "2027-01-04T08:00:00Z");
const window = effectiveWindow({ begin: "220000+0000", end: "230000+0000" });

const forced: ForecastStep = {
  ...{ from: "1.33.1", to: "1.34.2", kind: "forced", cause: { code: "pool-follows-control-plane", notBecause: [] } },
  ...{ earliestAt: instant("2026-12-20T22:00:00Z"), latestAt: instant("2026-12-21T22:45:00Z") },
  ...{ path: "both", effects: [], cleanups: [], confidence: "dated" },
};

describe("the times of a freeze period", () => {
  test.each([
    ["2026-12-18T17:00:00+01:00", "2027-01-04T08:00:00Z", undefined],
    ["tomorrow", "2027-01-04T08:00:00Z", { field: "from", code: "unreadable" }],
    ["2026-12-18T17:00:00Z", "2027-02-30T08:00:00Z", { field: "until", code: "unreadable" }],
    ["2026-12-18T17:00:00+01:00", "2026-12-18T16:00:00Z", { field: "until", code: "ends-before-it-begins" }],
    ["2026-12-18T17:00:00Z", "2028-12-18T17:00:00Z", { field: "until", code: "too-long" }],
  ])("from %s until %s are judged with their offsets", (from, until, error) => {
    expect(findFreezeTimeError({ from, until })).toEqual(error);
    expect(freezePeriodsOf([{ name: "a", from, until }])).toHaveLength(error === undefined ? 1 : 0);
  });
});

describe("what begins in an interval", () => {
  test.each([
    ["2026-12-17T22:00:00Z", "2026-12-17T22:45:00Z", "outside"],
    ["2026-12-18T16:15:00Z", "2026-12-18T17:00:00Z", "outside"],
    ["2026-12-18T17:00:00Z", "2026-12-18T17:00:00Z", "inside"],
    ["2026-12-18T16:15:00Z", "2026-12-18T17:01:00Z", "possible"],
    ["2026-12-18T17:00:00Z", "2026-12-18T18:00:00Z", "inside"],
    ["2027-01-04T07:00:00Z", "2027-01-04T08:00:00Z", "inside"],
    ["2027-01-04T07:00:00Z", "2027-01-04T08:30:00Z", "possible"],
    ["2027-01-04T08:00:00Z", "2027-01-04T08:30:00Z", "outside"],
    ["2026-12-01T22:00:00Z", undefined, "possible"],
    ["2027-01-05T22:00:00Z", undefined, "outside"],
  ])("from %s until %s is %s", (from, until, overlap) => {
    const latestAt = until === undefined ? undefined : instant(until);
    expect(freezeOverlapOf({ earliestAt: instant(from), latestAt }, yearEnd)).toBe(overlap);
  });
});

describe("a forced step in a period", () => {
  const at = (now: string, periods = [yearEnd]) => freezeOfStep(forced, { periods, window, now: instant(now) })?.remedy;

  test("can be made in the last window that ends before the period", () => {
    expect(at("2026-12-01T12:00:00Z")).toEqual({
      kind: "window-before",
      beginAt: instant("2026-12-17T22:00:00Z"),
      endAt: instant("2026-12-17T23:00:00Z"),
    });
  });

  test("is not put into another period: the window lies before that one, too", () => {
    const audit = period("2026-12-15T22:30:00Z", "2026-12-18T00:00:00Z");
    expect(at("2026-12-01T12:00:00Z", [audit, yearEnd])).toMatchObject({ beginAt: instant("2026-12-14T22:00:00Z") });
  });

  test("can only be made by hand when no window is left before the period", () => {
    expect(at("2026-12-17T22:10:00Z")).toEqual({ kind: "now" });
    expect(at("2026-12-18T12:00:00Z")).toEqual({ kind: "now" });
  });

  test("cannot be kept out by an update once the period has begun", () => {
    expect(at("2026-12-19T12:00:00Z")).toEqual({ kind: "not-by-update" });
  });

  test("is not certain when another release of Gardener would make it at another time", () => {
    const facts = { periods: [yearEnd], window, now: instant("2026-12-01T12:00:00Z") };
    expect(freezeOfStep(forced, facts)?.overlap).toBe("inside");
    expect(freezeOfStep({ ...forced, confidence: "conditional" }, facts)?.overlap).toBe("possible");
  });

  test("an automatic one has no remedy, because nothing forces it", () => {
    const facts = { periods: [yearEnd], window, now: instant("2026-12-01T12:00:00Z") };
    expect(freezeOfStep({ ...forced, kind: "auto" }, facts)).toEqual({ period: yearEnd, overlap: "inside" });
  });
});

const horizonDays = 12;

/** A step that a maintenance run made, and when. */
interface MadeStep {
  readonly component: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly at: number;
}

/** Runs maintenance once a day at the given places (0 to 1) of the window, and returns what it changed. */
function runMaintenance(of: Shoot, by: CloudProfileSpec, places: readonly number[]): readonly MadeStep[] {
  const { effective } = maintenanceWindow(of);
  const durationMs = windowDurationSeconds(effective) * 1000;
  const midnight = Math.floor(randomGardenNow / dayMs) * dayMs + effective.beginSeconds * 1000;
  const made: MadeStep[] = [];
  let current = of;
  for (const [day, place] of places.entries()) {
    const at = midnight + day * dayMs + Math.floor(place * (durationMs - 1));
    if (at < randomGardenNow) continue;
    const before = versionsOf(current.spec);
    const run = simulateMaintenanceRun(current, by, { now: at });
    current = { ...current, spec: specAfterMaintenanceRun(current.spec, run) };
    for (const [component, to] of versionsOf(current.spec).entries()) {
      const from = before[component];
      if (from !== to) made.push({ component, from, to, at });
    }
  }
  return made;
}

function versionsOf(spec: ShootSpec): readonly (string | undefined)[] {
  const { kubernetes, pools } = shootVersionsOf(spec);
  return [kubernetes, ...pools.flatMap((one) => [one.kubernetes ?? kubernetes, one.image])];
}

const arbitraryPeriod = fc
  .record({
    startMinutes: fc.integer({ min: -2 * 1_440, max: horizonDays * 1_440 }),
    minutes: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 120, max: 5 * 1_440 })),
  })
  .map(({ startMinutes, minutes }) => {
    const fromAt = Math.floor(randomGardenNow / dayMs) * dayMs + startMinutes * minuteMs;
    return { name: `period from ${startMinutes}`, fromAt, untilAt: fromAt + minutes * minuteMs };
  });

describe("in a random garden", () => {
  testRandomCases(
    {
      worlds: fc.record({
        of: arbitraryShoot,
        by: arbitraryProfile,
        periods: fc.array(arbitraryPeriod, { minLength: 1, maxLength: 4 }),
        places: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: horizonDays,
          maxLength: horizonDays,
        }),
      }),
      tell: ({ of, by, periods, places }) => {
        const forecast = forecastShoot(of, by, { now: randomGardenNow, horizon: randomGardenNow + 15 * dayMs });
        if (forecast.outcome !== "foreseen") throw new Error(forecast.outcome);
        const facts = { periods, window: maintenanceWindow(of), now: randomGardenNow };
        const steps = forecast.lanes.map(({ hops }) => hops);
        return { steps, facts, made: runMaintenance(of, by, places) };
      },
      runs: { seed: 20_261_130, numRuns: caseCount(500, 10_000) },
    },
    {
      "no step that maintenance makes in a period goes unsaid": ({ steps, facts, made }) => {
        for (const { component, from, to, at } of made) {
          const foreseen = steps[component]?.filter((step) => step.from === from && step.to === to) ?? [];
          const touched = facts.periods.filter(({ fromAt, untilAt }) => fromAt <= at && at < untilAt);
          if (foreseen.length === 0 || touched.length === 0) continue;
          const isSaid = foreseen.some((step) => freezeOfStep(step, facts) !== undefined);
          if (!isSaid) expect({ at: new Date(at).toISOString(), foreseen, touched }).toBe("said");
        }
      },

      "a step that is said to lie in a period is made in it whenever the runs begin": ({ steps, facts, made }) => {
        for (const { component, from, to, at } of made) {
          for (const step of steps[component] ?? []) {
            if (step.from !== from || step.to !== to || step.path !== "both") continue;
            const found = freezeOfStep(step, facts);
            if (found?.overlap !== "inside") continue;
            const isInside = found.period.fromAt <= at && at < found.period.untilAt;
            if (!isInside) expect({ at, step, found }).toBe("made in the period");
          }
        }
      },

      "a step outside of every period is never claimed by one": ({ steps, facts }) => {
        for (const step of steps.flat()) {
          const { earliestAt, latestAt = Number.POSITIVE_INFINITY } = step;
          const touched = facts.periods.some(
            ({ fromAt, untilAt }) => earliestAt < untilAt && Math.max(latestAt, earliestAt + 1) > fromAt,
          );
          expect(freezeOfStep(step, facts) !== undefined).toBe(touched);
        }
      },

      "the window that is named is still to come, ends before the period and touches none": ({ steps, facts }) => {
        for (const step of steps.flat()) {
          const found = freezeOfStep(step, facts);
          expect(found?.remedy !== undefined).toBe(found !== undefined && step.kind === "forced");
          if (found?.remedy?.kind !== "window-before") continue;
          const { beginAt, endAt } = found.remedy;
          const durationMs = windowDurationSeconds(facts.window.window) * 1000;
          expect(endAt - beginAt).toBe(durationMs);
          expect((beginAt - facts.window.window.beginSeconds * 1000) % dayMs).toBe(0);
          expect(beginAt).toBeGreaterThan(facts.now);
          expect(endAt).toBeLessThanOrEqual(found.period.fromAt);
          const touched = facts.periods.some(({ fromAt, untilAt }) => fromAt < endAt && untilAt > beginAt);
          expect(touched).toBe(false);
        }
      },
    },
  );
});

test("a step without a known end is possible for as long as the period lasts, not after it", () => {
  const { latestAt: _, ...open } = forced;
  const facts = { periods: [yearEnd], window, now: instant("2026-12-01T12:00:00Z") };
  expect(freezeOfStep(open, facts)?.overlap).toBe("possible");
  expect(freezeOfStep({ ...open, earliestAt: yearEnd.untilAt + hourMs }, facts)).toBeUndefined();
});
