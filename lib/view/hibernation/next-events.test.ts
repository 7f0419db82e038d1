import { describe, expect, test } from "vitest";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import {
  hibernationPhaseOf,
  nextCronTimes,
  nextHibernationEvents,
  restrictsDayAndWeekday,
  scheduleHints,
} from "./next-events.ts";

// This date is a Tuesday.
const now = Date.parse("2026-11-24T12:00:00Z");
const at = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

const night = { start: "0 20 * * *", end: "0 6 * * *", location: "" };

describe("what the schedules do next", () => {
  test("all events of all schedules stand in order of time, in their own zone", () => {
    const events = nextHibernationEvents(
      [
        { start: "0 19 * * 1-5", end: "0 7 * * 1-5", location: "Europe/Berlin" },
        { start: "0 13 * * *", end: "", location: "" },
      ],
      now,
    );
    expect(events.map((event) => [event.kind, at(event.at), event.location, event.schedule])).toEqual([
      ["hibernate", "2026-11-24T13:00:00.000Z", "UTC", 1],
      ["hibernate", "2026-11-24T18:00:00.000Z", "Europe/Berlin", 0],
      ["wake-up", "2026-11-25T06:00:00.000Z", "Europe/Berlin", 0],
    ]);
  });

  test.each([
    ["no schedule", []],
    ["an expression that cannot be read", [{ start: "@every 12h", end: "soon", location: "" }]],
    ["one beside an expression that cannot be read", [night, { start: "soon", end: "", location: "" }]],
    ["one beside a day that never comes", [night, { start: "", end: "0 0 31 4 *", location: "" }]],
    ["a day that never comes", [{ start: "0 0 30 2 *", end: "", location: "" }]],
    ["a zone that is not known", [{ start: "0 19 * * *", end: "", location: "Mars/Base" }]],
  ])("%s foresees nothing", (_name, forms) => {
    expect(nextHibernationEvents(forms, now)).toEqual([]);
  });

  test("the next times of one expression follow each other over daylight saving", () => {
    const times = nextCronTimes("0 7 * * *", "Europe/Berlin", { now: Date.parse("2027-03-26T12:00:00Z"), count: 3 });
    expect(times.map(at)).toEqual(["2027-03-27T06:00:00.000Z", "2027-03-28T05:00:00.000Z", "2027-03-29T05:00:00.000Z"]);
  });

  test("day of month and weekday together mean either", () => {
    expect(restrictsDayAndWeekday("0 20 1 * 1")).toBe(true);
    expect(restrictsDayAndWeekday("0 20 * * 1")).toBe(false);
    expect(restrictsDayAndWeekday("nonsense")).toBe(false);
  });
});

describe("what could be overlooked", () => {
  const sleep = { start: "0 20 * * *", end: "", location: "" };
  const wake = { start: "", end: "0 6 * * *", location: "" };
  const lateWindow = { spec: { maintenance: { timeWindow: { begin: "220000+0000", end: "230000+0000" } } } };

  test.each([
    ["nobody wakes it up", operationShootWith(), [sleep], [/sleeps until somebody does/]],
    ["nobody sends it to sleep", operationShootWith(), [wake], [/only wake it up/]],
    ["both are there", operationShootWith(), [sleep, wake], []],
    [
      "it sleeps in its window",
      operationShootWith(lateWindow),
      [sleep, wake],
      [/sleeps in its next maintenance window/],
    ],
    [
      "it falls asleep as its window opens",
      operationShootWith(lateWindow),
      [{ start: "0 23 * * *", end: "0 6 * * *", location: "Europe/Berlin" }, wake],
      [/sleeps in its next maintenance window/],
    ],
    [
      "it falls asleep after its window",
      operationShootWith(lateWindow),
      [{ start: "0 1 * * *", end: "0 6 * * *", location: "" }],
      [],
    ],
    ["there is no schedule", operationShootWith(lateWindow), [], []],
  ])("%s", (_name, shoot, forms, expected) => {
    const hints = scheduleHints(shoot, forms, now);
    expect(hints).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(hints[index]).toMatch(pattern);
  });
});

test.each([
  [false, false, "awake"],
  [true, false, "falling-asleep"],
  [true, true, "hibernated"],
  [false, true, "waking-up"],
])("wanted %s and seen %s is %s", (enabled, hibernated, standing) => {
  expect(hibernationPhaseOf(operationShootWith({ spec: { hibernation: { enabled } }, status: { hibernated } }))).toBe(
    standing,
  );
});

test("a cluster without any word about it is awake", () => {
  expect(hibernationPhaseOf(operationShootWith({ status: null }))).toBe("awake");
});
