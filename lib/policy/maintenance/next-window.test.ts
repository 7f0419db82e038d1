import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import {
  nextMaintenanceWindow,
  nextRunInterval,
  windowBeginningAfter,
  windowsNoticingProfileChange,
} from "./next-window.ts";
import { effectiveWindow, windowContains } from "./time-window.ts";

const evening = effectiveWindow({ begin: "220000+0100", end: "230000+0100" });
const at = (text: string) => Date.parse(text);

describe("the next window", () => {
  it("is today's while it may still be used, and says that it is open", () => {
    expect(nextMaintenanceWindow(evening, at("2026-08-01T21:10:00Z"))).toEqual({
      beginAt: at("2026-08-01T21:00:00Z"),
      usableEndAt: at("2026-08-01T21:45:00Z"),
      endAt: at("2026-08-01T22:00:00Z"),
      open: true,
    });
  });

  it("is tomorrow's from the last quarter of an hour on", () => {
    const next = nextMaintenanceWindow(evening, at("2026-08-01T21:45:00Z"));
    expect(next).toMatchObject({ beginAt: at("2026-08-02T21:00:00Z"), open: false });
  });
});

describe("a change of the profile", () => {
  it("inside a window is noticed on this day or the next", () => {
    const { earliest, guaranteed } = windowsNoticingProfileChange(evening.effective, at("2026-09-10T21:20:00Z"));
    expect(earliest.beginAt).toBe(at("2026-09-10T21:00:00Z"));
    expect(guaranteed.beginAt).toBe(at("2026-09-11T21:00:00Z"));
  });

  it("exactly at the begin is not seen by a run at that very instant", () => {
    const { guaranteed } = windowsNoticingProfileChange(evening.effective, at("2026-09-10T21:00:00Z"));
    expect(guaranteed.beginAt).toBe(at("2026-09-11T21:00:00Z"));
  });
});

describe("the next run", () => {
  it("set exactly at the begin falls into the same window, a second later into tomorrow's", () => {
    const begin = at("2026-08-01T21:00:00Z");
    expect(nextRunInterval(evening.effective, begin).fromAt).toBe(begin);
    expect(nextRunInterval(evening.effective, begin + 1000).fromAt).toBe(begin + 86_400_000);
  });

  it("begins inside the window, after the timer was set, within two days, for every window of unequal ends", () => {
    const time = fc.integer({ min: 0, max: 86_399 });
    const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(time, time, instant, (beginSeconds, endSeconds, now) => {
        fc.pre(beginSeconds !== endSeconds);
        const window = { beginSeconds, endSeconds };
        const run = nextRunInterval(window, now);
        expect(run.untilAt).toBeGreaterThan(run.fromAt);
        expect(run.fromAt).toBeGreaterThanOrEqual(now);
        expect(run.untilAt - now).toBeLessThanOrEqual(3 * dayMs);
        expect(windowContains(window, run.fromAt)).toBe(true);
        const after = windowBeginningAfter(window, now);
        expect(after.beginAt > now && after.beginAt - now <= 86_400_000).toBe(true);
      }),
      { seed: 1, numRuns: 10_000 },
    );
  });
});
