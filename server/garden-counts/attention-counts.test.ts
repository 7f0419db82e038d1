import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { queryOfGardenSearch } from "#lib/view/gardens/garden-count-rows.ts";
import { toDateCounts } from "./attention-counts.ts";

const start = Date.UTC(2026, 10, 24);
const clusters = [
  { project: "shop", name: "a" },
  { project: "shop", name: "b" },
];
const event = (id: string, day: number): CalendarEvent => ({
  id,
  layer: "stage",
  about: id,
  at: start + day * dayMs,
  title: id,
  short: id,
  facts: [],
  clusters,
  filter: "?k8s=1.33.4",
  hue: "caution",
});

describe("the dates of a garden", () => {
  test("lead to the list of the clusters that they concern, within what is searched for", () => {
    expect(toDateCounts([event("1.33.4 ends", 0)], queryOfGardenSearch("shop")).entries).toEqual([
      { day: "2026-11-24", hue: "caution", title: "1.33.4 ends", clusters: 2, href: "/clusters?q=shop&k8s=1.33.4" },
    ]);
  });

  test("lead to the calendar's day where no list has just these clusters", () => {
    const { filter: _, ...unlisted } = event("x", 3);
    expect(toDateCounts([unlisted], queryOfGardenSearch("")).entries[0]?.href).toBe("/calendar?day=2026-11-27");
  });

  test("are whole days, and where they end is said", () => {
    const many = Array.from({ length: 20 }, (_, index) => event(`first ${index}`, 0));
    const more = Array.from({ length: 20 }, (_, index) => event(`then ${index}`, 7));
    const { entries, leftOutFrom } = toDateCounts([...many, ...more], queryOfGardenSearch(""));
    expect(entries).toHaveLength(20);
    expect(leftOutFrom).toBe("2026-12-01");
  });

  test("show a first day whole, however much it has", () => {
    const many = Array.from({ length: 40 }, (_, index) => event(`first ${index}`, 0));
    expect(toDateCounts(many, queryOfGardenSearch(""))).toMatchObject({ entries: { length: 40 } });
  });
});
