import { describe, expect, it, test } from "vitest";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { formatInterval } from "./format-interval.ts";
import { nextClockChange, windowClocks } from "./window-clocks.ts";

const winter = Date.parse("2026-11-24T12:00:00Z");
const summer = Date.parse("2026-07-24T12:00:00Z");

function windowAt(now: number, begin = "220000+0100", end = "224500+0100") {
  const window = nextWindowOfRow({ begin, end }, now);
  if (window === undefined) throw new Error("no window");
  return window;
}

describe("one window in three clocks", () => {
  it("is told in the cluster's own offset, in UTC and in the reader's zone", () => {
    expect(windowClocks(windowAt(winter), "Europe/Berlin", winter)).toMatchObject({
      own: "Tue 24 Nov 2026, 22:00–22:45 UTC+01:00",
      utc: "Tue 24 Nov 2026, 21:00–21:45 UTC",
      mine: "Tue 24 Nov 2026, 22:00–22:45 UTC+01:00",
    });
  });

  it("names both days where the reader's night begins earlier", () => {
    const { mine } = windowClocks(windowAt(winter, "233000-0500", "013000-0500"), "America/New_York", winter);
    expect(mine).toBe("Tue 24 Nov 2026, 23:30 – Wed 25 Nov 2026, 01:30 UTC-05:00");
  });
});

describe("the local hour of a fixed window moves with daylight saving", () => {
  const rows: readonly (readonly [string, number, string, string])[] = [
    [
      "forward in spring",
      winter,
      "Europe/Berlin",
      "In Europe/Berlin it begins at 22:00 now and at 23:00 from 28 Mar 2027.",
    ],
    [
      "back in autumn",
      summer,
      "Europe/Berlin",
      "In Europe/Berlin it begins at 23:00 now and at 22:00 from 25 Oct 2026.",
    ],
    [
      "the other way round in the south",
      winter,
      "Australia/Sydney",
      "In Australia/Sydney it begins at 08:00 now and at 07:00 from 4 Apr 2027.",
    ],
    [
      "half an hour where the zone does so",
      winter,
      "Australia/Lord_Howe",
      "In Australia/Lord_Howe it begins at 08:00 now and at 07:30 from 4 Apr 2027.",
    ],
    ["not at all where clocks stay", winter, "Asia/Kolkata", "In Asia/Kolkata it always begins at 02:30."],
    ["not at all in UTC", winter, "UTC", "In UTC it always begins at 21:00."],
  ];
  it.each(rows)("%s", (_name, now, timeZone, sentence) => {
    expect(windowClocks(windowAt(now), timeZone, now).note).toBe(
      `The window is fixed at UTC+01:00 and does not follow daylight saving. ${sentence}`,
    );
  });
});

test("a change of the clock is found to the minute", () => {
  expect(nextClockChange("Europe/Berlin", winter)).toBe(Date.parse("2027-03-28T01:00:00Z"));
  expect(nextClockChange("America/New_York", summer)).toBe(Date.parse("2026-11-01T06:00:00Z"));
});

test("an interval over the change of the clock names both offsets", () => {
  const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;
  const from = Date.parse("2027-03-28T00:30:00Z");
  expect(formatInterval(from, from + 3_600_000, berlin)).toBe(
    "Sun 28 Mar 2027, 01:30 UTC+01:00 – Sun 28 Mar 2027, 03:30 UTC+02:00",
  );
});

test("an interval over new year names both years", () => {
  const utc = { kind: "offset", offsetMinutes: 0 } as const;
  const text = formatInterval(Date.parse("2026-12-31T23:30:00Z"), Date.parse("2027-01-01T00:15:00Z"), utc);
  expect(text).toBe("Thu 31 Dec 2026, 23:30 – Fri 1 Jan 2027, 00:15 UTC");
});
