import { describe, expect, test } from "vitest";
import { parseCron } from "./cron.ts";
import { nextCron } from "./next-cron.ts";

function next(expression: string, after: string, timeZone = "UTC"): string | undefined {
  const cron = parseCron(expression);
  if (!cron) throw new Error(`not read: ${expression}`);
  const atMs = nextCron(cron, Date.parse(after), timeZone);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

describe("a hibernation schedule", () => {
  test.each([
    ["0 20 * * *", "2026-08-10T20:00:00Z", "2026-08-11T20:00:00.000Z"],
    ["0 20 * * 1-5", "2026-08-07T20:00:00Z", "2026-08-10T20:00:00.000Z"],
    ["30 6,18 * * mon", "2026-08-10T07:00:00Z", "2026-08-10T18:30:00.000Z"],
    ["*/20 8-9 * * *", "2026-08-10T09:20:00Z", "2026-08-10T09:40:00.000Z"],
    ["0 0 29 2 *", "2026-08-10T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["0 0 13 * fri", "2026-08-10T00:00:00Z", "2026-08-13T00:00:00.000Z"],
    ["0 0 ? * sun", "2026-08-10T00:00:00Z", "2026-08-16T00:00:00.000Z"],
  ])("'%s' after %s comes at %s", (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });

  test("never comes on a day that does not exist", () => {
    expect(next("0 0 30 2 *", "2026-08-10T00:00:00Z")).toBeUndefined();
  });

  test("follows the wall clock of its location through the change of the clocks", () => {
    expect(next("0 20 * * *", "2026-10-24T12:00:00Z", "Europe/Berlin")).toBe("2026-10-24T18:00:00.000Z");
    expect(next("0 20 * * *", "2026-10-25T12:00:00Z", "Europe/Berlin")).toBe("2026-10-25T19:00:00.000Z");
  });

  test("skips a time that the clocks jump over, and takes a repeated one twice", () => {
    expect(next("30 2 29 3 *", "2026-03-28T12:00:00Z", "Europe/Berlin")).toBe("2027-03-29T00:30:00.000Z");
    expect(next("30 2 25 10 *", "2026-10-24T12:00:00Z", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(next("30 2 25 10 *", "2026-10-25T00:30:00Z", "Europe/Berlin")).toBe("2026-10-25T01:30:00.000Z");
  });

  test("has no event in a place that does not exist", () => {
    expect(next("0 20 * * *", "2026-08-10T20:00:00Z", "Atlantis/Capital")).toBeUndefined();
  });

  test.each([
    "",
    "0 20 * *",
    "60 * * * *",
    "* * * * 7",
    "*/0 * * * *",
    "5-1 * * * *",
    "@daily",
    "a b c d e",
    "1/2/3 * * * *",
  ])("'%s' is none", (expression) => {
    expect(parseCron(expression)).toBeUndefined();
  });
});
