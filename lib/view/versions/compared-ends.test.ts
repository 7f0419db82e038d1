import { expect, test } from "vitest";
import {
  type ComparedEnd,
  daysAheadOf,
  describeComingLater,
  describeComparedEnd,
  describeEndDifference,
  endScaleOf,
  selectableMonthEnds,
} from "./compared-ends.ts";

const atEndOf = (day: string) => Date.parse(`${day}T23:59:59Z`);
const none = { freed: 0, stuckEarlier: 0, stuckLater: 0, forcedEarlier: 0, forcedLater: 0 };
const end = (day: string, stuck: number, forced: number, shifts: Partial<typeof none> = {}): ComparedEnd => ({
  ...{ at: atEndOf(day), stuck, forced, comingLater: 0 },
  shifts: { ...none, ...shifts },
});

test("ends of months over the year ahead are compared, the near ones all, beside the two that are chosen", () => {
  const now = Date.parse("2026-11-30T23:00:00Z");
  const days = (most: number) => selectableMonthEnds(now, most).map((at) => new Date(at).toISOString());
  expect(days(5)).toEqual(["2026-11-30T23:59:59.000Z", "2026-12-31T23:59:59.000Z", "2027-01-31T23:59:59.000Z"]);
  expect(days(11)).toHaveLength(9);
  expect(days(11).at(-1)).toBe("2027-10-31T23:59:59.000Z");
  expect([days(2), days(0)]).toEqual([[], []]);
});

test.each([
  [end("2027-02-09", 15, 3), "9 Feb 2027: 15 clusters stuck, 3 forced"],
  [end("2027-02-09", 1, 0), "9 Feb 2027: 1 cluster stuck, 0 forced"],
  [end("2027-02-09", 0, 0), "9 Feb 2027: no cluster is forced or stuck"],
])("an end is told with its day and both numbers: %o", (given, words) => {
  expect(describeComparedEnd(given)).toBe(words);
});

test.each([
  [
    end("2027-08-31", 15, 2, { stuckLater: 15, forcedEarlier: 21, forcedLater: 1 }),
    "203 days later: as many stuck (15 later), 1 fewer forced (21 earlier, 1 later)",
  ],
  [end("2027-08-31", 12, 4, { freed: 3 }), "203 days later: 3 fewer stuck, 1 more forced, 3 freed"],
  [end("2027-08-31", 12, 3), "203 days later: 3 fewer stuck, as many forced"],
  [end("2027-02-08", 16, 0), "1 day earlier: 1 more stuck, 3 fewer forced"],
  [end("2027-02-10", 15, 4), "1 day later: as many stuck, 1 more forced"],
])("a chosen end is compared with the present one: %o", (chosen, words) => {
  expect(describeEndDifference(end("2027-02-09", 15, 3), chosen)).toBe(words);
});

test("clusters of an end that do not have the version yet are counted apart", () => {
  expect(describeComingLater(end("2027-02-09", 15, 3), "1.33.12")).toBeUndefined();
  const some = { ...end("2027-02-09", 15, 3), comingLater: 8 };
  expect(describeComingLater(some, "1.33.12")).toBe("8 of these 18 clusters come to 1.33.12 later");
  const one = { ...end("2027-02-09", 1, 0), comingLater: 1 };
  expect(describeComingLater(one, "1.33.12")).toBe("1 of this 1 cluster comes to 1.33.12 later");
});

test("chart and sliders share a scale of a year from today, longer only for an end within two years", () => {
  const now = Date.parse("2026-11-30T23:00:00Z");
  expect(endScaleOf(now, undefined).days).toBe(365);
  expect(endScaleOf(now, atEndOf("2027-02-09")).days).toBe(365);
  expect(endScaleOf(now, atEndOf("2028-02-09")).days).toBe(437);
  expect(endScaleOf(now, atEndOf("2036-02-09")).days).toBe(365);
  const scale = endScaleOf(now, undefined);
  expect(daysAheadOf(atEndOf("2026-11-30"), scale)).toBe(0);
  expect(daysAheadOf(Date.parse("2026-12-02T00:00:00Z"), scale), "midnight ends the day before").toBe(1);
  for (const at of selectableMonthEnds(now, 11)) expect(daysAheadOf(at, scale)).toBeLessThanOrEqual(scale.days);
});
