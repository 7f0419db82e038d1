import { expect, test } from "vitest";
import { describeComparedEnd, describeEndDifference, selectableMonthEnds } from "./compared-ends.ts";

const end = (day: string, stuck: number, forced: number) => ({ at: Date.parse(`${day}T23:59:59Z`), stuck, forced });

test("the last seconds of this month and the next ones are compared, beside the present and the chosen end", () => {
  const now = Date.parse("2026-11-30T23:00:00Z");
  const days = (most: number) => selectableMonthEnds(now, most).map((at) => new Date(at).toISOString());
  expect(days(5)).toEqual(["2026-11-30T23:59:59.000Z", "2026-12-31T23:59:59.000Z", "2027-01-31T23:59:59.000Z"]);
  expect(days(11)).toHaveLength(9);
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
  [end("2027-08-31", 12, 3), "203 days later: 3 fewer stuck, as many forced"],
  [end("2027-02-08", 16, 0), "1 day earlier: 1 more stuck, 3 fewer forced"],
  [end("2027-02-10", 15, 4), "1 day later: as many stuck, 1 more forced"],
])("a chosen end is compared with the present one: %o", (chosen, words) => {
  expect(describeEndDifference(end("2027-02-09", 15, 3), chosen)).toBe(words);
});
