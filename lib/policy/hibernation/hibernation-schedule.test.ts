import { expect, test } from "vitest";
import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { isHibernatedInNextWindow } from "./hibernation-schedule.ts";

const now = Date.parse("2026-11-21T21:00:00Z");
const timeWindow = { begin: "220000+0000", end: "230000+0000" };

test.each<[string, boolean, string, boolean]>([
  ["is awake and goes to sleep at the very end of the window", false, "0 23 * * *", true],
  ["is awake and goes to sleep a minute later", false, "1 23 * * *", false],
  ["woke up for the window and goes to sleep a minute before its end", true, "59 22 * * *", true],
  ["woke up for the window and goes to sleep at its very end", true, "0 23 * * *", false],
])("a Shoot that %s", (_situation, hibernated, start, expected) => {
  const schedules = [{ start, end: hibernated ? "30 21 * * *" : "0 6 * * *" }];
  expect(isHibernatedInNextWindow({ timeWindow, hibernated, schedules }, now)).toBe(expected);
});

const dailyStart = { start: "0 20 * * *", end: "0 8 * * *" };
const morning = Date.parse("2026-11-21T15:00:00Z");

test.each<[string, boolean, readonly HibernationSchedule[], boolean]>([
  ["has a second schedule that Gardener cannot read", false, [dailyStart, { start: "0 25 * * *" }], false],
  ["has a schedule with an empty expression", false, [dailyStart, { start: "" }], false],
  ["has a schedule in a place that is none", false, [{ ...dailyStart, location: "Moon/Crater" }], false],
  ["has an end that never comes, which counts as the earliest", false, [dailyStart, { end: "0 8 31 2 *" }], true],
  ["sleeps and has an end that never comes", true, [{ end: "0 8 31 2 *" }], false],
  ["sleeps and wakes up every hour", true, [{ end: "@every 1h" }], false],
  ["sleeps and wakes up after the window has begun", true, [{ end: "@every 7h30m" }], true],
])("a Shoot that %s", (_situation, hibernated, schedules, expected) => {
  expect(isHibernatedInNextWindow({ timeWindow, hibernated, schedules }, morning)).toBe(expected);
});
