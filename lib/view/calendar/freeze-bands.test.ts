import { describe, expect, test } from "vitest";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { freezeBandsOf, isEventInFreeze, projectFreezesOf } from "./freeze-bands.ts";

const day = (number: number) => Date.parse(`2026-12-${String(number).padStart(2, "0")}T00:00:00Z`);
const written = (id: string, from: number, until: number) => ({
  ...{ id, name: id, by: "o", at: "" },
  ...{ from: new Date(day(from)).toISOString(), until: new Date(day(until)).toISOString() },
});
const freezes: Freezes = {
  projects: [
    { project: "shop", freezes: [written("late", 20, 24), written("wrong", 9, 8)], unshown: 0 },
    { project: "payments", freezes: [written("early", 1, 12)], unshown: 0 },
  ],
  ...{ forbidden: [], beyond: 0 },
};

describe("bands of freeze periods", () => {
  test("lie where the days are, are cut at the edges, and come in the order in which they begin", () => {
    const bands = freezeBandsOf(projectFreezesOf(freezes), { fromAt: day(10), untilAt: day(30) });
    expect(bands.map(({ key, start, length }) => [key, start, length])).toEqual([
      ["payments/early", 0, 0.1],
      ["shop/late", 0.5, 0.2],
    ]);
  });

  test("do not stand over days that their period does not touch", () => {
    const all = projectFreezesOf(freezes);
    expect(freezeBandsOf(all, { fromAt: day(12), untilAt: day(20) })).toEqual([]);
    expect(freezeBandsOf(all, { fromAt: day(12) - 1, untilAt: day(20) })).toHaveLength(1);
  });
});

describe("an event is in a freeze", () => {
  const event: CalendarEvent = {
    ...{ id: "e", layer: "forced", at: day(21), until: day(21) + dayMs / 4, about: "", title: "", short: "" },
    ...{ facts: [], clusters: [{ project: "shop", name: "a" }], hue: "info" },
  };
  const [, late] = projectFreezesOf(freezes);
  const isIn = (changed: Partial<CalendarEvent>) =>
    late !== undefined && isEventInFreeze({ ...event, ...changed }, late);

  test.each<[string, Partial<CalendarEvent>, boolean]>([
    ["a forced update in the period", {}, true],
    ["one that can begin before its end", { at: day(23), until: day(25) }, true],
    ["one after it", { at: day(24), until: day(25) }, false],
    ["one at an instant at its end", { at: day(24), until: day(24) }, false],
    ["one of another project", { clusters: [{ project: "payments", name: "a" }] }, false],
    ["a dead end, which changes nothing", { deadEnd: { code: "no-next-minor", fromAt: day(21) } }, false],
    ["the end of a version, which changes no cluster by itself", { layer: "k8s" }, false],
    ["the end of a lifetime", { layer: "lifetime" }, true],
  ])("%s: %j is %s", (_, changed, expected) => {
    expect(isIn(changed)).toBe(expected);
  });
});
