import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { fieldTimeOf, instantOfFieldTime } from "./field-times.ts";

const berlin: DisplayClock = { kind: "zone", timeZone: "Europe/Berlin" };
const instant = (text: string) => Date.parse(text);

test.each([
  ["2026-12-18T17:00", berlin, "2026-12-18T16:00:00Z"],
  ["2026-07-01T00:30", berlin, "2026-06-30T22:30:00Z"],
  ["2026-12-18T17:00", utcClock, "2026-12-18T17:00:00Z"],
  ["2026-12-18T17:00", { kind: "offset", offsetMinutes: -330 } as const, "2026-12-18T22:30:00Z"],
])("%s in %j is %s, and back", (value, clock, at) => {
  expect(instantOfFieldTime(value, clock)).toBe(instant(at));
  expect(fieldTimeOf(instant(at), clock)).toBe(value);
});

test("a time that the clock skips in spring is an hour later or earlier, not none", () => {
  const at = instantOfFieldTime("2027-03-28T02:30", berlin);
  expect([instant("2027-03-28T00:30:00Z"), instant("2027-03-28T01:30:00Z")]).toContain(at);
});

test("an incomplete value is no time", () => {
  for (const value of ["", "2026-12-18", "2026-02-30T10:00"]) expect(instantOfFieldTime(value, berlin)).toBeUndefined();
});

test("every minute comes back from its field, but for the hour that comes twice in autumn", () => {
  const minute = fc.integer({ min: instant("2025-01-01T00:00:00Z") / minuteMs, max: instant("2029-01-01") / minuteMs });
  fc.assert(
    fc.property(minute, (at) => {
      const value = fieldTimeOf(at * minuteMs, berlin);
      const read = instantOfFieldTime(value, berlin);
      expect(fieldTimeOf(read ?? Number.NaN, berlin)).toBe(value);
    }),
    { seed: 43, numRuns: 300 },
  );
});
