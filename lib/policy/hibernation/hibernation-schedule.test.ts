import { expect, test } from "vitest";
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
