import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import { formatOffset, utcClock } from "./clock.ts";
import { formatDateTime, formatDuration, formatRelative, formatShortSpan, formatSpan } from "./format-time.ts";
import {
  formatVersionEnd,
  formatVersionEndDate,
  formatVersionEndMonth,
  lastDayOfVersion,
  lastSecondOfDay,
} from "./version-end.ts";

const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;
const cluster = { kind: "offset", offsetMinutes: 330 } as const;
const at = Date.parse("2026-11-24T21:00:00Z");

describe("instants", () => {
  test.each([
    { name: "UTC", clock: utcClock, text: "Tue 24 Nov 2026, 21:00 UTC" },
    { name: "the reader's zone with its offset that day", clock: berlin, text: "Tue 24 Nov 2026, 22:00 UTC+01:00" },
    { name: "the cluster's fixed offset", clock: cluster, text: "Wed 25 Nov 2026, 02:30 UTC+05:30" },
  ])("are shown in $name", ({ clock, text }) => {
    expect(formatDateTime(at, clock)).toBe(text);
  });

  test("the offset follows daylight saving of the reader's zone", () => {
    expect(formatDateTime(Date.parse("2026-07-01T12:00:00Z"), berlin)).toBe("Wed 1 Jul 2026, 14:00 UTC+02:00");
  });

  test("the year 9999 is a date like any other", () => {
    expect(formatDateTime(Date.parse("9999-12-31T23:59:59Z"), utcClock)).toBe("Fri 31 Dec 9999, 23:59 UTC");
    expect(formatRelative(Date.parse("9999-12-31T23:59:59Z"), at)).toBe("in 7,978 y");
  });

  test("what no calendar holds is said to be unknown", () => {
    for (const strange of [Number.NaN, Number.POSITIVE_INFINITY, 9e15])
      expect(formatDateTime(strange, utcClock)).toBe("unknown time");
  });
});

describe("spans", () => {
  const hour = 3_600_000;
  test("within a day name the day once", () => {
    expect(formatSpan({ beginMs: at, endMs: at + hour }, utcClock)).toBe("Tue 24 Nov 2026, 21:00–22:00 UTC");
    expect(formatShortSpan({ beginMs: at, endMs: at + hour }, utcClock)).toBe("Tue 21:00–22:00");
  });
  test("across midnight name both days", () => {
    expect(formatSpan({ beginMs: at, endMs: at + 4 * hour }, utcClock)).toBe(
      "Tue 24 Nov 2026, 21:00 – Wed 25 Nov, 01:00 UTC",
    );
  });
});

describe("relative times", () => {
  test.each([
    [0, "just now"],
    [-30_000, "just now"],
    [42_000, "42 s ago"],
    [4 * 60_000, "4 min ago"],
    [26 * 3_600_000, "26 h ago"],
    [12 * dayMs, "12 d ago"],
    [-9 * 3_600_000, "in 9 h"],
    [Number.NaN, "unknown time"],
  ])("%d ms after the instant reads %s", (elapsed, text) => {
    expect(formatRelative(0, elapsed)).toBe(text);
  });

  test("a length is never negative", () => {
    expect(formatDuration(-5)).toBe("0 s");
  });
});

test("an offset names its sign and its minutes", () => {
  expect([formatOffset(0), formatOffset(-210), formatOffset(60)]).toEqual(["UTC", "UTC-03:30", "UTC+01:00"]);
});

test.each([
  ["2028-02-20T23:59:59Z", "20 Feb 2028", "end of 20 Feb 2028, UTC"],
  // Midnight counts as the end of the previous day.
  ["2028-02-21T00:00:00Z", "20 Feb 2028", "end of 20 Feb 2028, UTC"],
  ["2028-02-20T12:00:00Z", "20 Feb 2028", "20 Feb 2028, 12:00 UTC"],
])("a version that ends at %s ends on %s", (text, date, full) => {
  const at = Date.parse(text);
  expect([formatVersionEndDate(at), formatVersionEnd(at), formatVersionEndMonth(at)]).toEqual([date, full, "Feb 2028"]);
  expect(lastDayOfVersion(at)).toBe("2028-02-20");
});

test("a day of a date field or an address ends with its last second, and half a day is none", () => {
  expect(lastSecondOfDay("2028-02-20")).toBe(Date.parse("2028-02-20T23:59:59Z"));
  for (const day of ["", "2028-02", "2028-02-30", "20280220", "275760-01-01"])
    expect(lastSecondOfDay(day)).toBeUndefined();
});
