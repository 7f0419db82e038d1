import { describe, expect, test } from "vitest";
import type { AttentionCauseCount, DatedEntryCount, GardenCounts } from "#lib/contract/garden-counts.ts";
import {
  attentionCausesAcrossGardens,
  type DatedEntryAcrossGardens,
  datedEntriesAcrossGardens,
  forcedWeeksAcrossGardens,
} from "./across-gardens.ts";
import { sampleGardenCounts } from "./described-garden.fixture.ts";

const report = (garden: string, figures: Partial<GardenCounts>) => ({ garden, figures: sampleGardenCounts(figures) });

describe("what needs attention", () => {
  const cause = (title: string, rest: Partial<AttentionCauseCount>): AttentionCauseCount => ({
    tier: "now",
    title,
    detail: "",
    clusters: 1,
    href: "/clusters?op=Failed",
    ...rest,
  });
  const attention = (...first: readonly AttentionCauseCount[]) => ({ attention: { causes: 9, first: [...first] } });

  test("comes in the order of an overview, whichever garden it is in", () => {
    const gardens = [
      report("canary", attention(cause("a", { at: 2 }), cause("e", { tier: "30", at: 20 }))),
      report(
        "live",
        attention(cause("b", { clusters: 5 }), cause("d", { tier: "30", at: 10 }), cause("f", { tier: "open" })),
      ),
    ];
    const inOrder = attentionCausesAcrossGardens(gardens).map(({ title, parts }) => `${parts[0]?.garden} ${title}`);
    expect(inOrder).toEqual(["live b", "canary a", "live d", "canary e", "live f"]);
  });

  test("of one garden stays in the order of its own overview", () => {
    const first = [cause("z", { clusters: 3 }), cause("y", { clusters: 2 }), cause("x", { tier: "ended", at: 5 })];
    expect(attentionCausesAcrossGardens([report("live", attention(...first))]).map(({ title }) => title)).toEqual([
      "z",
      "y",
      "x",
    ]);
  });

  test("is one cause where gardens have the same, with the number and the list of each, by the sum", () => {
    const [first, second] = attentionCausesAcrossGardens([
      report("canary", attention(cause("other", { clusters: 6 }), cause("same", { clusters: 3, at: 9 }))),
      report("live", attention(cause("same", { clusters: 4, at: 7, href: "/clusters?op=Error" }))),
    ]);
    expect(first).toEqual({
      tier: "now",
      title: "same",
      at: 7,
      parts: [
        { garden: "canary", count: 3, href: "/clusters?op=Failed" },
        { garden: "live", count: 4, href: "/clusters?op=Error" },
      ],
      details: [{ sentence: "", gardens: [] }],
    });
    expect(second?.title).toBe("other");
  });

  test("says what each garden says where they differ", () => {
    const [only] = attentionCausesAcrossGardens([
      report("canary", attention(cause("same", { detail: "You can fix it." }))),
      report("live", attention(cause("same", { detail: "The operator can fix it." }))),
      report("small", attention(cause("same", { detail: "You can fix it." }))),
    ]);
    expect(only?.details).toEqual([
      { sentence: "You can fix it.", gardens: ["canary", "small"] },
      { sentence: "The operator can fix it.", gardens: ["live"] },
    ]);
  });

  test("of another time is another cause", () => {
    const causes = attentionCausesAcrossGardens([
      report("canary", attention(cause("same", { tier: "30", at: 3 }))),
      report("live", attention(cause("same", { tier: "90", at: 50 }))),
    ]);
    expect(causes.map(({ tier }) => tier)).toEqual(["30", "90"]);
  });
});

describe("weeks", () => {
  const weeks = (...forced: readonly number[]) => ({
    weeks: forced.map((count, place) => ({ fromAt: place, time: `week-${place}`, forced: count })),
  });

  test("add up, and each part leads to the list of its garden", () => {
    const { weeks: across } = forcedWeeksAcrossGardens(
      [report("canary", weeks(1, 0)), report("live", weeks(4, 0))],
      "shop",
    );
    expect(across).toEqual([
      {
        fromAt: 0,
        total: 5,
        parts: [
          { garden: "canary", count: 1, href: "/clusters?q=shop&forceIn=week-0" },
          { garden: "live", count: 4, href: "/clusters?q=shop&forceIn=week-0" },
        ],
      },
      { fromAt: 1, total: 0, parts: [] },
    ]);
  });

  test("of gardens that were asked before and after a Sunday's midnight are kept apart", () => {
    const later = { weeks: [{ fromAt: 1, time: "week-1", forced: 2 }] };
    const { weeks: across } = forcedWeeksAcrossGardens([report("canary", weeks(1, 3)), report("live", later)], "");
    expect(across.map(({ fromAt, total }) => [fromAt, total])).toEqual([
      [0, 1],
      [1, 5],
    ]);
  });

  test("begin after what is overdue, which has its own list", () => {
    const { overdue } = forcedWeeksAcrossGardens(
      [report("canary", { overdue: 0 }), report("live", { overdue: 7 })],
      "",
    );
    expect(overdue).toEqual([{ garden: "live", count: 7, href: "/clusters?forceIn=overdue" }]);
  });
});

describe("dates", () => {
  const on = (day: string, title: string): DatedEntryCount => ({ day, title, hue: "caution", clusters: 1, href: "/" });

  test("stand on their days, those of all gardens together", () => {
    const { days, leftOutFrom } = datedEntriesAcrossGardens([
      report("canary", { dates: { entries: [on("2026-12-01", "a"), on("2026-12-24", "b")] } }),
      report("live", { dates: { entries: [on("2026-12-01", "c"), on("2026-12-24", "b")] } }),
    ]);
    const names = ({ title, parts }: DatedEntryAcrossGardens) =>
      `${parts.map(({ garden }) => garden).join(" and ")} ${title}`;
    expect(days.map(([day, entries]) => [day, entries.map(names)])).toEqual([
      ["2026-12-01", ["canary a", "live c"]],
      ["2026-12-24", ["canary and live b"]],
    ]);
    expect(leftOutFrom).toBeUndefined();
  });

  test("end for all where one garden had no more room: what follows would look complete", () => {
    const { days, leftOutFrom } = datedEntriesAcrossGardens([
      report("canary", { dates: { entries: [on("2026-12-01", "a"), on("2027-01-07", "b")] } }),
      report("live", { dates: { entries: [on("2026-12-01", "c")], leftOutFrom: "2026-12-24" } }),
    ]);
    expect(days.map(([day]) => day)).toEqual(["2026-12-01"]);
    expect(leftOutFrom).toBe("2026-12-24");
  });
});
