import { describe, expect, test } from "vitest";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { DayEntry } from "./calendar-days.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import {
  freezeBandsOf,
  freezeCalendarOf,
  freezesByProject,
  freezesMeeting,
  projectChangesOf,
  projectFreezesOf,
} from "./freeze-bands.ts";

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

const event: CalendarEvent = {
  ...{ id: "e", layer: "forced", at: day(21), until: day(21) + dayMs / 4, about: "", title: "", short: "" },
  ...{ facts: [], clusters: [{ project: "shop", name: "a" }], hue: "info" },
};

function entryOf(events: readonly CalendarEvent[]): DayEntry {
  return { id: "e", title: "", layer: "forced", short: "", hue: "info", events, clusters: [], projects: [] };
}

const month = { fromAt: day(1), untilAt: day(31) };

describe("an event is in a freeze", () => {
  const meetings = (changed: Partial<CalendarEvent>) =>
    freezeCalendarOf(projectFreezesOf(freezes), month, [[entryOf([{ ...event, ...changed }])]]).bands.find(
      ({ band }) => band.key === "shop/late",
    )?.meets;

  test.each<[string, Partial<CalendarEvent>, "inside" | "possible" | "outside"]>([
    ["a forced update in the period", {}, "inside"],
    ["one that can begin before its end", { at: day(23), until: day(25) }, "possible"],
    ["one after it", { at: day(24), until: day(25) }, "outside"],
    ["one at an instant at its end", { at: day(24), until: day(24) }, "outside"],
    ["one of another project", { clusters: [{ project: "payments", name: "a" }] }, "outside"],
    ["a dead end, which changes nothing", { deadEnd: { code: "no-next-minor", fromAt: day(21) } }, "outside"],
    ["the end of a version, which changes no cluster by itself", { layer: "k8s" }, "outside"],
    ["a window, in which something can be held back", { layer: "window" }, "outside"],
    ["the end of a lifetime", { layer: "lifetime" }, "inside"],
  ])("%s: %j is %s", (_, changed, expected) => {
    expect(meetings(changed)).toEqual({
      inside: expected === "inside" ? 1 : 0,
      possible: expected === "possible" ? 1 : 0,
    });
  });

  test("that has no known end, if it is a forced update: it can be in any later period, and is in none for certain", () => {
    const { until: _, ...open } = event;
    const meets = (layer: "forced" | "lifetime", at: number) =>
      freezesMeeting(projectChangesOf([{ ...open, layer, at }]), freezesByProject(freezes)).map(({ key }) => key);
    expect(meets("forced", day(19))).toEqual(["shop/late"]);
    expect(meets("lifetime", day(19))).toEqual([]);
  });
});

describe("with many projects and events", () => {
  const names = Array.from({ length: 300 }, (_, number) => `p${number}`);
  const many: Freezes = {
    projects: names.map((project) => ({ project, freezes: [written("a", 1, 12)], unshown: 0 })),
    ...{ forbidden: [], beyond: 0 },
  };

  test("each event is read once, however many bands there are, and only the first bands are shown", () => {
    let reads = 0;
    const events = Array.from({ length: 600 }, (_, number): CalendarEvent => {
      const project = names[number % names.length] ?? "";
      return {
        ...{ ...event, at: day(2), until: day(3) },
        get clusters() {
          reads += 1;
          return [{ project, name: "a" }];
        },
      };
    });
    const shown = freezeCalendarOf(projectFreezesOf(many), month, [[entryOf(events)]]);
    expect(reads).toBe(events.length);
    expect(shown.total).toBe(names.length);
    expect(shown.bands).toHaveLength(20);
    expect(shown.bands.map(({ meets }) => meets.inside)).toEqual(Array.from({ length: 20 }, () => 2));
  });

  test("the periods of one answer of the server are sorted once, whoever asks", () => {
    expect(projectFreezesOf(many)).toBe(projectFreezesOf(many));
    expect(freezesByProject(many)).toBe(freezesByProject(many));
  });
});
