import { expect, test } from "vitest";
import { announcementDaysLabel, shownDaysOf, shownTimesOf } from "./shown-days.ts";

test("the days of a form are those of the times that it stores", () => {
  const days = { first: "2026-12-24", last: "2026-12-31" };
  const times = shownTimesOf(days.first, days.last);
  expect(times).toEqual({ from: "2026-12-24T00:00:00.000Z", until: "2027-01-01T00:00:00.000Z" });
  expect(shownDaysOf(times)).toEqual(days);
  expect(shownDaysOf({})).toEqual({ first: "", last: "" });
});

test("the last day of an announcement that ends within a day is that day, in the form as in its label", () => {
  const times = { from: "2026-12-24T10:00:00Z", until: "2026-12-24T18:00:00Z" };
  expect(shownDaysOf(times)).toEqual({ first: "2026-12-24", last: "2026-12-24" });
  expect(announcementDaysLabel(times)).toMatch(/24 Dec.* to .*24 Dec/);
});
