import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import {
  addDays,
  addMonths,
  calendarDayOf,
  dayOfEvent,
  entriesByDay,
  isDayKey,
  weeksOfMonth,
  weeksOnScreen,
} from "./calendar-days.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { dayReachedByKey } from "./day-movement.ts";

const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;

describe("the day of an instant", () => {
  test.each([
    ["2026-11-30T23:59:59Z", utcClock, "2026-11-30"],
    ["2026-11-30T23:59:59Z", berlin, "2026-12-01"],
    ["2026-11-30T22:59:59Z", berlin, "2026-11-30"],
    // With daylight saving time, the same UTC hour is on the next local day.
    ["2026-06-30T22:30:00Z", berlin, "2026-07-01"],
    ["2026-11-30T22:30:00Z", berlin, "2026-11-30"],
    ["2026-11-30T18:29:59Z", { kind: "zone", timeZone: "Asia/Kolkata" }, "2026-11-30"],
    ["2026-11-30T18:30:00Z", { kind: "zone", timeZone: "Asia/Kolkata" }, "2026-12-01"],
    ["2026-11-30T22:59:59Z", { kind: "offset", offsetMinutes: 60 }, "2026-11-30"],
    ["2026-11-30T23:00:00Z", { kind: "offset", offsetMinutes: 60 }, "2026-12-01"],
  ] as const)("%s is on its day in the clock that was chosen", (instant, clock, day) => {
    expect(calendarDayOf(Date.parse(instant), clock)).toBe(day);
  });

  test("of what is no instant is empty", () => {
    expect(calendarDayOf(Number.NaN, berlin)).toBe("");
    expect(calendarDayOf(Number.POSITIVE_INFINITY, utcClock)).toBe("");
    expect(calendarDayOf(8_640_000_000_000_000, { kind: "offset", offsetMinutes: 60 })).toBe("");
  });
});

describe("days", () => {
  test("a month later is the same day, or the last one of a shorter month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-01-31", 1)).toBe("2028-02-29");
    expect(addMonths("2026-11-15", -12)).toBe("2025-11-15");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  });

  test("weeks run from Monday to Sunday and cover the whole month once", () => {
    const weeks = weeksOfMonth("2026-11");
    expect(weeks[0]?.[0]).toBe("2026-10-26");
    expect(weeks.at(-1)?.[6]).toBe("2026-12-06");
    const inMonth = weeks.flat().filter((day) => day.startsWith("2026-11"));
    expect(inMonth).toHaveLength(30);
    expect(new Set(inMonth).size).toBe(30);
    expect(weeksOfMonth("2027-02")).toHaveLength(4);
  });

  test("begin with this week in the present month, unless an earlier day is chosen", () => {
    const ahead = weeksOnScreen("2026-11", "2026-11-24", "2026-11-24");
    expect([ahead[0]?.[0], ahead.at(-1)?.[6], ahead.length]).toEqual(["2026-11-23", "2027-01-03", 6]);
    expect(weeksOnScreen("2026-11", "2026-11-24", "2026-11-22")).toEqual(weeksOfMonth("2026-11"));
    expect(weeksOnScreen("2026-12", "2026-11-24", "2026-12-01")).toEqual(weeksOfMonth("2026-12"));
    expect(weeksOnScreen("2026-11", "2026-11-01", "2026-11-01")).toEqual(weeksOfMonth("2026-11"));
  });

  test.each(["2026-13-01", "2026-02-30", "2026-1-1", "", "today"])("%j is no day", (text) => {
    expect(isDayKey(text)).toBe(false);
  });

  test.each([
    ["ArrowLeft", "2026-10-31"],
    ["ArrowRight", "2026-11-02"],
    ["ArrowUp", "2026-10-25"],
    ["ArrowDown", "2026-11-08"],
    ["Home", "2026-10-26"],
    ["End", "2026-11-01"],
    ["PageUp", "2026-10-01"],
    ["PageDown", "2026-12-01"],
  ])("%s leads from Sunday the first to %s", (key, day) => {
    expect(dayReachedByKey(key, "2026-11-01", false)).toBe(day);
  });
});

const event = (more: Partial<CalendarEvent>): CalendarEvent => ({
  id: "e",
  layer: "forced",
  about: "minor.1.34.3",
  at: Date.parse("2026-11-24T22:00:00Z"),
  title: "Forced to 1.34.3 (minor)",
  facts: [],
  clusters: [{ project: "pay", name: "prod" }],
  filter: "",
  short: "1.34.3 minor",
  hue: "caution",
  ...more,
});

describe("the entries of a day", () => {
  test("tell the same of several clusters once, and the urgent first", () => {
    const days = entriesByDay(
      [
        event({ id: "a" }),
        event({ id: "b", clusters: [{ project: "shop", name: "live" }] }),
        event({ id: "c", layer: "k8s", title: "1.33.4 ends in gcp", hue: "negative" }),
      ],
      utcClock,
    );
    expect(days.get("2026-11-24")?.map(({ title, clusters }) => [title, clusters.length])).toEqual([
      ["1.33.4 ends in gcp", 1],
      ["Forced to 1.34.3 (minor)", 2],
    ]);
  });
});

test.each(["Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu", "America/Havana"])(
  "each of 20,000 events of a year stands on its day in %s",
  (timeZone) => {
    const clock = { kind: "zone", timeZone } as const;
    const first = Date.parse("2026-01-01T00:00:00Z");
    const instants = Array.from({ length: 20_000 }, (_, place) => first + place * 26 * minuteMs);
    const days = entriesByDay(
      instants.map((at) => event({ at })),
      clock,
    );
    const told = [...days].flatMap(([day, entries]) =>
      entries.flatMap(({ events }) => events.map(({ at }) => [at, day])),
    );
    expect(told).toEqual(instants.map((at) => [at, calendarDayOf(at, clock)]));
  },
);

test("what a profile dates stands on its date of UTC whatever clock is chosen, the rest on the clock's day", () => {
  const at = Date.parse("2026-11-30T23:59:59Z");
  expect(dayOfEvent({ layer: "k8s", at }, berlin)).toBe("2026-11-30");
  expect(dayOfEvent({ layer: "image", at: at + 1_000 }, berlin)).toBe("2026-11-30");
  expect(dayOfEvent({ layer: "stage", at: at + 1_000 }, berlin)).toBe("2026-12-01");
  expect(dayOfEvent({ layer: "forced", at }, berlin)).toBe("2026-12-01");
});
