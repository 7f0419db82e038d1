import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import { footingOf, sharedFooting } from "#lib/policy/forecast/changed-profile/profile-changes.ts";
import { createForecaster } from "#lib/policy/forecast/forecaster.ts";
import { expectSame } from "#lib/testing/ask-random-worlds.ts";
import { profile, shoot, start } from "#lib/testing/random-garden.ts";
import type { StageOf } from "./foreseen-step.ts";
import { forecastHoldsUntil, sharedHoldsUntil } from "./holds-until.ts";
import { summariseForecast } from "./summarise-forecast.ts";
import { summariseShared } from "./summarise-shared.ts";

/** Mostly away from the times of day at which dates of the profile lie: only then all is shared. */
const window = fc
  .constantFrom(
    ["030000", "040000"],
    ["031500", "093000"],
    ["130000", "140000"],
    ["180000", "233000"],
    ["020000", "030000"],
    ["235900", "020100"],
  )
  .map(([begin, end]) => ({ begin: `${begin}+0000`, end: `${end}+0000` }));
const member = fc.tuple(shoot, fc.option(window, { nil: null, freq: 20 })).map(([one, timeWindow]) => ({
  ...one,
  spec: { ...one.spec, maintenance: { ...one.spec.maintenance, timeWindow } },
  status: { gardener: { id: "1", name: "gardenlet-0", version: "v1.149.3" } },
}));

const fleets = fc.record({
  profile,
  members: fc.array(member, { minLength: 1, maxLength: 8 }),
  /** Time goes on while the same forecaster answers: Shoots then share what was worked out days ago. */
  moments: fc.array(fc.integer({ min: 0, max: 3 * dayMs }), { minLength: 1, maxLength: 3 }),
  days: fc.integer({ min: 0, max: 14 }),
});

/** Some versions have to be left today, others not. */
const stageOf: StageOf = (version) => ({ classification: /[13579]$/.test(version) ? "expired" : "supported" });

test("a row says of what its Shoot shares with others what it says of the whole forecast", () => {
  let shared = 0;
  let all = 0;
  fc.assert(
    fc.property(fleets, (fleet) => {
      const forecaster = createForecaster(fleet.profile);
      const horizon = start + (3 + fleet.days) * dayMs;
      for (const later of fleet.moments) {
        const now = start + later;
        for (const one of fleet.members) {
          const outlook = forecaster.shared(one, { now, horizon });
          all += 1;
          if (outlook === undefined) continue;
          shared += 1;
          const whole = createForecaster(fleet.profile).forecast(one, { now, horizon, lanes: "own" });
          const context = { now, stageOf, profile: "some" };
          expectSame(summariseShared(outlook, context), summariseForecast(whole, context));
          expectSame(sharedHoldsUntil(outlook), forecastHoldsUntil(whole, one, now));
          expectSame(sharedFooting(outlook), footingOf(whole));
        }
      }
    }),
    { seed: 20_261_124, numRuns: 3_000 },
  );
  // Random worlds are full of what is refused, real ones are not; both have to be met here.
  expect(shared / all).toBeGreaterThan(0.2);
  expect(shared).toBeLessThan(all);
});
