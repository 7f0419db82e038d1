import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import { expectSame } from "#lib/testing/ask-random-worlds.ts";
import { profile, shoot, start } from "#lib/testing/random-garden.ts";
import { parseEdition } from "../editions/edition.ts";
import { rulesOf } from "../editions/edition-rules.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { ownHistory } from "./outlook.ts";
import { createProfileLanes } from "./profile-lanes.ts";
import { sharedHistory } from "./shared-history.ts";

/** Before, at and after the times of day at which dates of the profile lie, and over midnight. */
const time = fc.constantFrom("000000", "000001", "015959", "020000", "020100", "024500", "110000", "120000", "235900");
const window = fc.record({ begin: time, end: time }).map(({ begin, end }) => ({
  begin: `${begin}+0000`,
  end: `${end}+0000`,
}));
const member = fc.tuple(shoot, fc.option(window, { nil: null })).map(([one, timeWindow]) => ({
  ...one,
  spec: { ...one.spec, maintenance: { ...one.spec.maintenance, timeWindow } },
}));

const fleets = fc.record({
  profile,
  members: fc.array(member, { minLength: 1, maxLength: 8 }),
  release: fc.constantFrom("v1.149.3", "v1.120.0", "v1.100.0"),
  now: fc.constantFrom(
    start,
    start + 1,
    start - 1,
    Date.parse("2026-03-02T00:00:00Z"),
    Date.parse("2026-03-04T02:00:00Z"),
  ),
  days: fc.integer({ min: 0, max: 14 }),
  wanted: fc.constantFrom("all" as const, "own" as const),
});

test("every Shoot of a fleet has the history that it has alone, as long as no run is refused", () => {
  let shared = 0;
  let all = 0;
  fc.assert(
    fc.property(fleets, (fleet) => {
      const rules = rulesOf({ gardenlet: parseEdition(fleet.release) });
      const lanes = createProfileLanes(prepareProfile(fleet.profile), rules);
      const options = { now: fleet.now, horizon: fleet.now + fleet.days * dayMs, lanes: fleet.wanted };
      for (const one of fleet.members) {
        const { late, early } = lanes.scheduleOf(one);
        for (const schedule of [late, early]) {
          const together = sharedHistory(one, lanes, { schedule, options });
          const alone = ownHistory(one, lanes, { schedule, options });
          all += 1;
          if (together === undefined) continue;
          shared += 1;
          expectSame(together, alone);
        }
      }
    }),
    { seed: 20_261_123, numRuns: 4_000 },
  );
  // Random worlds are full of what is refused, real ones are not; both have to be met here.
  expect(shared / all).toBeGreaterThan(0.3);
  expect(shared).toBeLessThan(all);
});
