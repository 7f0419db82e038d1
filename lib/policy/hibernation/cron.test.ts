import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { type CronExpression, isCronSpec, matchesDay, parseCron } from "./cron.ts";
import { nextHibernation } from "./hibernation-schedule.ts";
import { nextCronTime } from "./next-cron-time.ts";
import { isScheduleLocation } from "./schedule-zone.ts";
import { neverMatchingSchedules } from "./scheduled-times.ts";
import { isTimeZone } from "./zone-offsets.ts";

function next(expression: string, after: string, timeZone = "UTC"): string | undefined {
  const cron = parseCron(expression);
  if (!cron) throw new Error(`not read: ${expression}`);
  const atMs = nextCronTime(cron, Date.parse(after), timeZone);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

const anyValue = (limit: number, from = 0) =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min: from, max: limit }).map(String),
    fc.integer({ min: 1, max: limit }).map((step) => `*/${step}`),
  );
const anyCron = fc
  .tuple(anyValue(59), anyValue(23), anyValue(28, 1), fc.constant("*"), anyValue(6))
  .map((fields) => fields.join(" "));

/** Time zones whose clocks change by an hour, at midnight, twice a year, by a whole day, and never. */
const changesOfClocks = [
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/Havana", "2026-03-08T05:00:00Z"],
  ["Africa/Casablanca", "2026-02-15T02:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Asia/Kathmandu", "2026-06-01T00:00:00Z"],
  ["UTC", "2026-12-31T12:00:00Z"],
] as const;

interface Span {
  readonly afterMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
}

/** Simple reference implementation: checks the local time of every minute. */
function readMinuteByMinute(cron: CronExpression, { afterMs, untilMs, timeZone }: Span): number | undefined {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  for (let at = Math.floor(afterMs / minuteMs) * minuteMs + minuteMs; at <= untilMs; at += minuteMs) {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const [day, month, year] = [read("day"), read("month"), read("year")];
    const [hour, minute] = [read("hour"), read("minute")];
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
    if (matchesDay(cron, { month, day, weekday }) && cron.hours.has(hour) && cron.minutes.has(minute)) return at;
  }
  return undefined;
}

function nextOfMany(
  crons: readonly (CronExpression | undefined)[],
  zones: readonly string[],
  count: number,
  atMs = 0,
): void {
  for (let index = 0; index < count; index += 1) {
    const cron = crons[index % crons.length];
    if (cron) nextCronTime(cron, atMs, zones[index % zones.length] ?? "UTC");
  }
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
    ["@hourly", "2026-08-10T10:20:30.500Z", "2026-08-10T11:00:00.000Z"],
    ["@daily", "2026-08-10T10:20:30.500Z", "2026-08-11T00:00:00.000Z"],
    ["@midnight", "2026-08-10T10:20:30.500Z", "2026-08-11T00:00:00.000Z"],
    ["@weekly", "2026-08-10T10:20:30.500Z", "2026-08-16T00:00:00.000Z"],
    ["@monthly", "2026-08-10T10:20:30.500Z", "2026-09-01T00:00:00.000Z"],
    ["@yearly", "2026-08-10T10:20:30.500Z", "2027-01-01T00:00:00.000Z"],
    ["@annually", "2026-08-10T10:20:30.500Z", "2027-01-01T00:00:00.000Z"],
  ])("'%s' after %s comes at %s", (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });

  test.each(["0 0 30 2 *", "0 0 31 4 *", "0 0 31 2,4,6,9,11 *", ", 5 * * *", "0 0 * , *", "0 0 29 2 */3"])(
    "'%s' never comes: no date of this year and the next five matches",
    (expression) => {
      const afterMs = Date.parse("2026-08-10T00:00:00Z");
      expect(next(expression, "2026-08-10T00:00:00Z")).toBeUndefined();
      expect(neverMatchingSchedules([{ start: "0 20 * * *" }, { end: expression }], afterMs)).toEqual([expression]);
    },
  );

  test("29 February comes, and what cannot be read is no expression that never comes", () => {
    const nowMs = Date.parse("2026-08-10T00:00:00Z");
    expect(neverMatchingSchedules([{ start: "0 0 29 2 *" }, { start: "0 20 * * *", end: "@every 1h" }], nowMs)).toEqual(
      [],
    );
    expect(neverMatchingSchedules([{ start: "0 0 30 2 *" }, { start: "at night" }], nowMs)).toEqual([]);
    expect(neverMatchingSchedules([{ start: "0 0 30 2 *", location: "Mars/Base" }], nowMs)).toEqual([]);
  });

  // Expected times as computed by github.com/robfig/cron 1.2.0.
  test.each([
    ["1,2,3, 5 * * *", "1,2,3 5 * * *"],
    ["1,,3 5 * * *", "1,3 5 * * *"],
    ["007 5 * * *", "7 5 * * *"],
    ["+5 +5 * * *", "5 5 * * *"],
    ["1-+5/+2 5 * * *", "1,3,5 5 * * *"],
    ["*-5 5 * * *", "* 5 * * *"],
    ["?-x/20 5 * * *", "*/20 5 * * *"],
    ["*/100 5 * * *", "0 5 * * *"],
    ["5/90 5 * * *", "5 5 * * *"],
    ["5/9223372036854775807 5 * * *", "5 5 * * *"],
    ["\u00a05\u0085 5\t* * *", "5 5 * * *"],
    [`${"1,".repeat(300)}1 5 * * *`, "1 5 * * *"],
    ["0 5 , * mon", "0 5 * * mon"],
  ])("%j means %j", (expression, plain) => {
    const [cron, same] = [parseCron(expression), parseCron(plain)];
    expect(cron).toBeDefined();
    const at = Date.parse("2026-08-10T00:00:00Z");
    for (let afterMs = at, times = 0; cron && same && times < 20; times += 1) {
      const next = nextCronTime(cron, afterMs, "UTC");
      expect(next).toBe(nextCronTime(same, afterMs, "UTC"));
      afterMs = next ?? afterMs;
    }
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

  // Expected times by github.com/robfig/cron 1.2.0, for zones whose clocks go back by two hours and half an hour.
  test.each([
    ["39 2 * * *", "Antarctica/Troll", "2026-10-24T22:47:27.205Z", "2026-10-25T00:39:00.000Z"],
    ["39 2 * * *", "Antarctica/Troll", "2026-10-24T23:47:27.205Z", "2026-10-25T02:39:00.000Z"],
    ["* 2 * * *", "Australia/Lord_Howe", "2026-04-04T14:09:00Z", "2026-04-04T16:00:00.000Z"],
  ])("'%s' in %s after %s comes at %s, where Gardener passes over one", (expression, zone, after, expected) => {
    expect(next(expression, after, zone)).toBe(expected);
  });

  test("comes when a clock that is read minute by minute says so, whatever the place and the change of its clocks", () => {
    fc.assert(
      fc.property(anyCron, fc.constantFrom(...changesOfClocks), fc.nat(2 * 24 * 60), (expression, change, minutes) => {
        const [timeZone, at] = change;
        const afterMs = Date.parse(at) - dayMs + minutes * minuteMs;
        const cron = parseCron(expression);
        if (!cron) throw new Error(`not read: ${expression}`);
        const read = readMinuteByMinute(cron, { afterMs, untilMs: afterMs + dayMs, timeZone });
        const found = nextCronTime(cron, afterMs, timeZone);
        expect(found !== undefined && found <= afterMs + dayMs ? found : undefined).toBe(read);
      }),
      { numRuns: 150, seed: 16 },
    );
  });

  test("costs little, whatever the expression, the place and the number of schedules", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const worst = ["* * * * *", "0 0 30 2 *", "59 23 31 12 0", "59 23 29 2 *", "*/7 */5 31 2,4,6,9,11 *"];
    const crons = worst.map((expression) => parseCron(expression));
    // Offsets of a time zone are read once per process.
    nextOfMany(crons, zones, zones.length);
    // This takes 30 to 85 ms; reading the local time of every minute took 48 s.
    // The day on which clocks go back in Europe, and the day before.
    for (const at of ["2026-10-24T21:00:00Z", "2026-10-25T00:10:00Z", "2026-08-10T00:00:00Z"]) {
      const { user, system } = process.threadCpuUsage();
      nextOfMany(crons, zones, 1_000, Date.parse(at));
      const spent = process.threadCpuUsage({ user, system });
      expect((spent.user + spent.system) / 1_000, `ms for 1,000 schedules at ${at}`).toBeLessThan(200);
    }
  });

  // Expected times as computed by github.com/robfig/cron 3.0.1.
  test.each([
    ["@every 1h30m", true],
    ["@every 500ms", true],
    ["@every -1h", true],
    ["@every", false],
    ["@every 1d", false],
    ["@every  1h", false],
    ["@every 9999999h", false],
    ["@reboot", false],
    ["@daily ", false],
    ["0 20 * * 7", false],
  ])("'%s' is taken: %s", (expression, taken) => {
    expect(isCronSpec(expression)).toBe(taken);
    expect(parseCron(expression)).toBeUndefined();
  });

  test.each([
    ["", true],
    ["UTC", true],
    ["Local", true],
    ["Asia/Kathmandu", true],
    ["local", false],
    ["europe/berlin", false],
    ["US/Pacific", true],
    ["us/pacific", false],
    ["Nowhere", false],
    ["__proto__", false],
  ])("in %j is taken: %s", (location, taken) => {
    expect(isScheduleLocation(location)).toBe(taken);
  });

  test("in Local comes by UTC, the clock of Gardener's images", () => {
    const schedules = [{ start: "@daily", end: "0 6 * * *", location: "Local" }];
    expect(nextHibernation(schedules, Date.parse("2026-08-10T10:00:00Z"))).toEqual({
      hibernateMs: Date.parse("2026-08-11T00:00:00Z"),
      wakeUpMs: Date.parse("2026-08-11T06:00:00Z"),
    });
  });

  test("in a place without end is none", () => {
    expect(isTimeZone("A".repeat(65))).toBe(false);
    expect(isTimeZone("Europe/Berlin")).toBe(true);
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
    "@Daily",
    " @daily",
    "@reboot",
    "a b c d e",
    "1/2/3 * * * *",
    "1/ * * * *",
    "1-2-3 * * * *",
    "*5 * * * *",
    "-5 * * * *",
    "5/-0 * * * *",
    "5/+0 * * * *",
    "1_0 * * * *",
    "5/9223372036854775808 * * * *",
    "\ufeff5 5 * * *",
  ])("'%s' is none", (expression) => {
    expect(parseCron(expression)).toBeUndefined();
  });
});
