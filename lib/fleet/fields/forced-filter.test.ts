import { describe, expect, test } from "vitest";
import { forcedTimeRangeLabel, parseForcedTimeRange } from "#lib/forecast/force-range.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { describeForcedChange, formatDayRange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatFleetQuery, parseFleetQuery } from "../fleet-query.ts";
import { sortFleet } from "../fleet-sort.ts";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import { selectFleet } from "../select-fleet.ts";
import { createFleetContext } from "./create-fleet-context.ts";

const minorSoon = sampleFleetRow({
  name: "minor-soon",
  forecast: sampleRowForecast({ forced: [sampleForcedStep(20)] }),
});
const imageSoon = sampleFleetRow({
  name: "image-soon-minor-late",
  forecast: sampleRowForecast({ forced: [sampleImageStep(3), sampleForcedStep(100)] }),
});
const late = sampleFleetRow({
  name: "overdue",
  forecast: sampleRowForecast({ forced: [sampleImageStep(0.3, { overdue: true })] }),
});
const stuck = sampleFleetRow({
  name: "stuck",
  forecast: sampleRowForecast({
    deadEnds: [sampleDeadEnd(12), sampleDeadEnd(40, { code: "image-end-of-life", missing: "suse-chost" })],
  }),
});
const open = sampleFleetRow({
  name: "open",
  forecast: sampleRowForecast({
    deadEnds: [
      sampleDeadEnd(400, { code: "highest-minor", missing: "1.37.x", endsAt: Date.parse("2027-12-20T23:59:59Z") }),
    ],
  }),
});
const calm = sampleFleetRow({ name: "calm", forecast: sampleRowForecast() });
const blind = sampleFleetRow({ name: "blind", forecast: sampleRowForecast({ without: "no-profile" }) });
const fleet = [minorSoon, imageSoon, late, stuck, open, calm, blind];
const context = createFleetContext(fixtureNow);

const select = (text: string) => selectFleet(fleet, parseFleetQuery(new URLSearchParams(text)), context);

describe("filters about the future", () => {
  test.each([
    ["forceIn=..30d", ["minor-soon", "image-soon-minor-late", "overdue", "stuck"]],
    ["forceIn=0d..7d", ["image-soon-minor-late"]],
    ["forceIn=8d..30d", ["minor-soon", "stuck"]],
    ["forceIn=overdue", ["overdue"]],
    ["forceIn=none", ["calm"]],
    ["forceIn=unknown", ["blind"]],
    ["forceIn=-overdue", ["minor-soon", "image-soon-minor-late", "stuck", "open", "calm", "blind"]],
    ["forceIn=91d..", ["open"]],
    ["forceIn=91d..&hop=minor", ["image-soon-minor-late"]],
    ["first=image", ["image-soon-minor-late", "overdue"]],
    ["first=gap", ["stuck"]],
    ["first=none", ["calm", "blind"]],
    ["first=image&forceIn=0d..7d", ["image-soon-minor-late"]],
    // Filters with absolute dates give the same result on the next day.
    ["forceIn=2026-11-27", ["image-soon-minor-late"]],
    ["forceIn=2026-12-02..2026-12-24", ["minor-soon", "stuck"]],
    ["forceIn=..2026-12-24", ["minor-soon", "image-soon-minor-late", "overdue", "stuck"]],
    ["forceIn=2027-06-01..", ["open"]],
    ["forceIn=2026-11-27T00:00Z..2026-11-27T13:00Z", ["image-soon-minor-late"]],
    ["forceIn=2026-11-27T00:00Z..2026-11-27T12:00Z", []],
    ["to=1.34.1", ["minor-soon", "image-soon-minor-late"]],
    ["to=gardenlinux:1592.9.0", ["image-soon-minor-late", "overdue"]],
    ["to=1.34.1&forceIn=..30d", ["minor-soon"]],
    ["forceIn=2w", ["image-soon-minor-late", "overdue", "stuck"]],
    ["forceIn=soon", []],
    ["hop=minor", ["minor-soon", "image-soon-minor-late"]],
    ["hop=-image", ["minor-soon", "stuck", "open", "calm", "blind"]],
    // Kind and time of the filter must match the same forced step.
    ["forceIn=..30d&hop=minor", ["minor-soon"]],
    ["forceIn=..30d&hop=minor,image", ["minor-soon", "image-soon-minor-late", "overdue"]],
    ["forceIn=none&hop=minor", ["overdue", "stuck", "open", "calm"]],
    ["deadend=1", ["stuck", "open"]],
    ["deadend=0", ["minor-soon", "image-soon-minor-late", "overdue", "calm", "blind"]],
    ["deadend=no-next-minor", ["stuck"]],
    ["deadend=no-next-minor:1.34.x@gcp", ["stuck"]],
    ["deadend=no-next-minor:1.34.x@aws", []],
    ["deadend=no-next-minor:1.35.x", []],
    ["deadend=gap", ["stuck"]],
    ["deadend=no-later-version", ["stuck", "open"]],
    ["deadend=blocked", []],
    ["deadend=stuck", ["stuck"]],
    ["deadend=open", ["open"]],
    ["deadend=open,-stuck", ["open"]],
    // Reason and time of the filter must match the same dead end.
    ["deadend=gap&forceIn=31d..90d", []],
    ["deadend=no-later-version&forceIn=31d..90d", ["stuck"]],
    ["deadend=1&forceIn=8d..30d", ["stuck"]],
    ["deadend=1&forceIn=0d..7d", []],
    ["q=forceIn:overdue", ["overdue"]],
  ])("%s shows %j", (query, expected) => {
    expect(select(query).rows.map(({ name }) => name)).toEqual(expected);
  });

  test("are all understood, and come back from the address as they went in", () => {
    const text =
      "?forceIn=..30d&hop=minor&deadend=no-next-minor:1.34.x@gcp&window=today&rotAge=ca:%3E365d&sort=-forceAt";
    const query = parseFleetQuery(new URLSearchParams(text));
    expect(query.unknown).toEqual([]);
    expect(formatFleetQuery(query)).toBe(text);
  });

  test("facets count what ticking shows, each regardless of itself but not of the other", () => {
    const facet = (query: string, key: string) =>
      Object.fromEntries((select(query).facets.get(key) ?? []).map(({ value, count }) => [value, count]));
    expect(facet("forceIn=..30d&hop=minor", "hop")).toEqual({ minor: 1, image: 2 });
    expect(facet("hop=minor", "forceIn")).toEqual({ "8d..30d": 1, "91d..180d": 1, none: 4, unknown: 1 });
    expect(facet("", "deadend")).toEqual({ "0": 5, gap: 1, "no-later-version": 2 });
  });

  test("hide by one name, so that the filter to take away can be named", () => {
    expect(Object.fromEntries(select("forceIn=..30d&hop=minor").hiddenBy)).toEqual({ forceIn: 6 });
  });
});

describe("maintenance windows and the age of credentials", () => {
  const open = sampleFleetRow({ name: "open", window: { begin: "110000+0000", end: "130000+0000" } });
  const tonight = sampleFleetRow({ name: "tonight", window: { begin: "220000+0000", end: "230000+0000" } });
  const tomorrow = sampleFleetRow({ name: "tomorrow", window: { begin: "060000+0000", end: "070000+0000" } });
  const anyTime = sampleFleetRow({ name: "any-time" });
  const named = (query: string, rows = [open, tonight, tomorrow, anyTime]) =>
    selectFleet(rows, parseFleetQuery(new URLSearchParams(query)), context).rows.map(({ name }) => name);

  test.each([
    ["window=now", ["open", "any-time"]],
    ["window=today", ["open", "tonight", "any-time"]],
    ["window=later", ["tomorrow"]],
  ])("%s shows %j", (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  test("today ends at midnight of the reader's clock, also when clocks are set", () => {
    const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;
    expect(createFleetContext(fixtureNow, berlin).todayEndsAt).toBe(Date.parse("2026-11-24T23:00:00Z"));
    const onTheDay = Date.parse("2026-10-25T00:30:00Z");
    expect(createFleetContext(onTheDay, berlin).todayEndsAt).toBe(Date.parse("2026-10-25T23:00:00Z"));
    const inSpring = Date.parse("2027-03-28T00:30:00Z");
    expect(createFleetContext(inSpring, berlin).todayEndsAt).toBe(Date.parse("2027-03-28T22:00:00Z"));
    expect(createFleetContext(fixtureNow, utcClock).todayEndsAt).toBe(Date.parse("2026-11-25T00:00:00Z"));
  });

  test.each([
    ["rotAge=ca:>365d", ["never", "long-ago"]],
    ["rotAge=ca:<365d", ["lately"]],
    ["rotAge=certificateAuthorities:>365d", ["never", "long-ago"]],
    ["rotAge=ca:150d..200d", ["lately"]],
    // A row only knows that a cluster has an SSH key pair after its first rotation.
    ["rotAge=ssh:>365d", []],
    ["rotAge=ca:old", []],
  ])("%s shows %j", (query, expected) => {
    const createdAt = "2024-01-01T00:00:00Z";
    const rows = [
      sampleFleetRow({ name: "never", createdAt }),
      sampleFleetRow({ name: "long-ago", createdAt, rotatedAt: { certificateAuthorities: "2025-06-01T00:00:00Z" } }),
      sampleFleetRow({ name: "lately", createdAt, rotatedAt: { certificateAuthorities: "2026-06-01T00:00:00Z" } }),
    ];
    expect(named(query, rows)).toEqual(expected);
  });
});

test("the list sorts by what is forced first: overdue, by date, nothing, no forecast", () => {
  const sorted = sortFleet(fleet, [{ key: "forceAt", descending: false }], { windowBegin: () => undefined });
  expect(sorted.map(({ name }) => name)).toEqual([
    "overdue",
    "image-soon-minor-late",
    "stuck",
    "minor-soon",
    "open",
    "calm",
    "blind",
  ]);
});

describe("ranges", () => {
  test.each([
    ["..30d", "within 30 days"],
    ["30d", "within 30 days"],
    ["0d..7d", "in up to 7 days"],
    ["8d..30d", "in 8–30 days"],
    ["181d..", "in more than 180 days"],
    ["overdue", "overdue"],
    ["none", "none in sight"],
    ["2026-12-24..2027-02-21", "24 Dec 2026 – 21 Feb 2027"],
    ["2026-12-24", "24 Dec 2026"],
    ["..2026-12-24", "until 24 Dec 2026"],
    ["2026-12-24..", "from 24 Dec 2026"],
    ["whenever", "whenever"],
  ])("%s reads '%s'", (text, words) => {
    expect(forcedTimeRangeLabel(text)).toBe(words);
  });

  test.each(["", "..", "d", "-3d", "30", "1d..2d..3d", "30d20d", "2026-13-01", "2026-12-24..soon"])(
    "%j is none",
    (text) => {
      expect(parseForcedTimeRange(text)).toBeUndefined();
    },
  );
});

describe("the words of a cell", () => {
  const speech = { clock: utcClock, now: fixtureNow };

  test.each([
    [minorSoon, { kind: "step", when: "14 Dec", what: "1.34.1 minor", overdue: false }],
    [late, { kind: "step", what: "gardenlinux 1592.9.0", overdue: true }],
    [stuck, { kind: "dead-end", when: "6 Dec", what: "1.34 missing" }],
    [
      open,
      {
        kind: "dead-end",
        name: "open end",
        urgency: "open",
        when: "Dec 2027",
        what: "no 1.37 yet",
        title:
          "No upgrade path after 20 Dec 2027: no 1.37 in gcp yet. The operator adds a later version when it is released.",
      },
    ],
    [calm, { kind: "none", title: "Nothing is forced before 1 Jun 2028." }],
    [blind, { kind: "unknown", what: "no forecast" }],
  ])("of %j", (row, expected) => {
    expect(describeForcedChange(row, speech)).toMatchObject(expected);
  });

  test.each([
    ["2026-11-24T22:00:00Z", "2026-11-24T23:00:00Z", "24 Nov"],
    ["2026-11-24T22:00:00Z", "2026-11-25T23:00:00Z", "24–25 Nov"],
    ["2026-11-30T22:00:00Z", "2026-12-01T23:00:00Z", "30 Nov – 1 Dec"],
    ["2027-07-08T22:00:00Z", undefined, "8 Jul 2027"],
  ])("%s to %s is %s", (from, to, words) => {
    expect(formatDayRange(Date.parse(from), to === undefined ? undefined : Date.parse(to), speech)).toBe(words);
  });
});
