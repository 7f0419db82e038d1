import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { selectFleet } from "#lib/fleet/select-fleet.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { feedEntriesTask } from "#server/feeds/feed-entries.ts";
import { calendarLayers } from "./calendar-event.ts";
import { calendarEventsOf } from "./calendar-events-of.ts";
import { combineEventFilter, feedQueryOf, formatCalendarQuery, parseCalendarQuery } from "./calendar-query.ts";
import { queryOfCluster } from "./forced-update-events.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const range = { from: now - 60 * dayMs, to: now + 400 * dayMs };
const input = { now, range, unused: false, layers: calendarLayers, profiles: [], rows: [] };

function profile(
  versions: NonNullable<NonNullable<Profile["lists"]>["kubernetes"]>["versions"],
  more: Partial<Profile> = {},
): Profile {
  return {
    kind: "CloudProfile",
    name: "gcp",
    resourceVersion: "1",
    lists: { kubernetes: { versions: versions ?? [] } },
    ...more,
  };
}

describe("versions in the calendar", () => {
  test("end on the date that the profile gives, with the clusters that run them", () => {
    const profiles = [
      profile([{ version: "1.33.4", classification: "deprecated", expirationDate: "2026-11-30T23:59:59Z" }]),
    ];
    const rows = [
      sampleFleetRow(),
      sampleFleetRow({ name: "other", kubernetes: { version: "1.34.1", classification: "supported" } }),
    ];
    const [only, ...more] = calendarEventsOf({ ...input, layers: ["k8s"], profiles, rows });
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      id: "k8s-expiry.gcp.1.33.4",
      at: Date.parse("2026-11-30T23:59:59Z"),
      title: "1.33.4 ends in gcp",
      clusters: [{ project: "pay", name: "prod-eu1" }],
      filter: "?k8s=1.33.4&profile=gcp",
    });
  });

  test("without a date, or with one that cannot be read, are no event", () => {
    const profiles = [profile([{ version: "1.33.4" }, { version: "1.34.0", expirationDate: "soon" }])];
    expect(calendarEventsOf({ ...input, profiles, unused: true, rows: [sampleFleetRow()] })).toEqual([]);
  });

  test("that nobody runs are shown only when asked for", () => {
    const profiles = [profile([{ version: "1.35.0", expirationDate: "2027-01-01T00:00:00Z" }])];
    expect(calendarEventsOf({ ...input, profiles })).toEqual([]);
    expect(calendarEventsOf({ ...input, profiles, unused: true })).toHaveLength(1);
  });

  test("count the clusters of a project's own profile with the parent, unless it has another date", () => {
    const own = {
      kind: "NamespacedCloudProfile",
      name: "own",
      namespace: "garden-pay",
      project: "pay",
      parent: "gcp",
    } as const;
    const dated = (expirationDate: string) => [{ version: "1.33.4", expirationDate }];
    const parent = profile(dated("2026-12-01T00:00:00Z"));
    const rows = [
      sampleFleetRow(),
      sampleFleetRow({ name: "of-own", profile: { kind: "NamespacedCloudProfile", name: "own" } }),
    ];
    const same = calendarEventsOf({
      ...input,
      rows,
      layers: ["k8s"],
      profiles: [parent, profile(dated("2026-12-01T00:00:00Z"), own)],
    });
    expect(same.map(({ title, clusters }) => [title, clusters.length])).toEqual([["1.33.4 ends in gcp", 2]]);
    const other = calendarEventsOf({
      ...input,
      rows,
      layers: ["k8s"],
      profiles: [parent, profile(dated("2027-02-01T00:00:00Z"), own)],
    });
    expect(other.map(({ title, clusters }) => [title, clusters.length])).toEqual([
      ["1.33.4 ends in gcp", 1],
      ["1.33.4 ends in pay/own", 1],
    ]);
  });

  test("of a profile that was never merged are no event, and nothing throws", () => {
    expect(
      calendarEventsOf({
        ...input,
        unused: true,
        profiles: [{ kind: "CloudProfile", name: "x", resourceVersion: "1" }],
      }),
    ).toEqual([]);
  });
});

test.each([
  ["what the event asks for, among what the calendar shows", "project=pay", "?held=1", "?project=pay&held=1"],
  [
    "the event's own value where both ask for a field",
    "k8s=1.33.*",
    "?k8s=1.33.4&profile=gcp",
    "?k8s=1.33.4&profile=gcp",
  ],
  [
    "both values where a cluster can have both, in its pools",
    "k8s=1.34.2",
    "?k8s=1.33.4&profile=gcp",
    "?q=k8s:%221.33.4%22&k8s=1.34.2&profile=gcp",
  ],
])("the list behind an event has %s", (_what, shown, filter, expected) => {
  expect(combineEventFilter(parseFleetQuery(new URLSearchParams(shown)), filter)).toBe(expected);
});

describe("windows of held clusters", () => {
  const held = sampleFleetRow({
    autoUpdate: { kubernetes: false, images: true },
    window: { begin: "220000+0100", end: "230000+0100" },
  });

  test("come once a day", () => {
    const day = Date.parse("2026-11-23T00:00:00Z");
    const events = calendarEventsOf({
      ...input,
      layers: ["window"],
      rows: [held],
      range: { from: day, to: day + 3 * dayMs },
    });
    expect(events.map(({ at }) => new Date(at).toISOString())).toEqual([
      "2026-11-23T21:00:00.000Z",
      "2026-11-24T21:00:00.000Z",
      "2026-11-25T21:00:00.000Z",
    ]);
    expect(events.map(({ filter }) => filter)).toEqual(["?held=1", "?held=1", "?held=1"]);
    expect(isListed(held)).toBe(true);
  });

  /** Whether the list that the link opens contains the cluster. */
  function isListed(row: FleetRow): boolean {
    const query = parseFleetQuery(new URLSearchParams("held=1"));
    return selectFleet([row], query, createFleetContext(now)).rows.length === 1;
  }

  const { window: _, ...windowless } = held;
  test.each<readonly [string, FleetRow]>([
    ["automatic updates are on", { ...held, autoUpdate: { kubernetes: true, images: true } }],
    ["the window is missing", windowless],
    ["the window cannot be read", { ...held, window: { begin: "at ten", end: "at eleven" } }],
  ])("are not there when %s", (_why, row) => {
    expect(calendarEventsOf({ ...input, layers: ["window"], rows: [row] })).toEqual([]);
    expect(isListed(row)).toBe(false);
  });
});

describe("what a feed says", () => {
  test("is told per day above 200 events, and never in more than 700 entries", () => {
    const step = {
      lane: "controlPlane",
      hop: "minor",
      kind: "forced",
      from: "1.33.4",
      to: "1.34.3",
      cause: "expired",
      confidence: "dated",
    } as const;
    const rows = Array.from({ length: 1000 }, (_, index) =>
      sampleFleetRow({
        name: `c${index}`,
        forecast: {
          computedAt: now,
          forced: [
            {
              ...step,
              earliestAt: now + (index % 40) * 86_400_000,
              latestAt: now + (index % 40) * 86_400_000 + 3_600_000,
            },
          ],
          deadEnds: [],
          finalVersions: [],
        },
      }),
    );
    const { entries } = runYieldingTask(feedEntriesTask({ ...input, layers: ["forced"], rows }));
    expect(entries).toHaveLength(40);
    expect(entries[0]?.summary).toBe("Forced to 1.34.3 (minor) (25 clusters)");
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const few = runYieldingTask(feedEntriesTask({ ...input, layers: ["forced"], rows: rows.slice(0, 3) }));
    expect(few.entries.map(({ summary }) => summary)).toContain("pay/c0: Forced to 1.34.3 (minor)");
  });

  test("keeps its identities when the same is built again later", () => {
    const profiles = [profile([{ version: "1.33.4", expirationDate: "2026-11-30T23:59:59Z" }])];
    const held = sampleFleetRow({
      autoUpdate: { kubernetes: false, images: false },
      window: { begin: "220000+0000", end: "230000+0000" },
    });
    const build = (at: number) =>
      runYieldingTask(
        feedEntriesTask({ ...input, now: at, profiles, rows: [held], range: { from: at - 1, to: at + 400 * dayMs } }),
      );
    expect(build(now + 86_400_000).entries.filter(({ id }) => !id.startsWith("rotation"))).toEqual(
      build(now).entries.filter(({ id }) => !id.startsWith("rotation")),
    );
  });
});

describe("the calendar's address", () => {
  test("comes back as it was written, with what is not understood", () => {
    const text = "?day=2026-12-24&layer=forced,window&view=agenda&project=pay&weird=1";
    expect(formatCalendarQuery(parseCalendarQuery(new URLSearchParams(text)))).toBe(text);
    const month = "?month=2027-02&layer=k8s";
    expect(formatCalendarQuery(parseCalendarQuery(new URLSearchParams(month)))).toBe(month);
    expect(parseCalendarQuery(new URLSearchParams("?layer=k8s,moon&month=2026-99")).fleet.unknown).toEqual([
      { key: "layer", value: "moon" },
      { key: "month", value: "2026-99" },
    ]);
  });

  test("never throws, whatever it says, and a feed's view leaves the day and the look out", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = parseCalendarQuery(new URLSearchParams(text));
        const view = feedQueryOf({ ...query, day: "2026-01-01", view: "agenda" });
        expect(view).not.toContain("agenda");
        expect(feedQueryOf(parseCalendarQuery(new URLSearchParams(view)))).toBe(view);
      }),
    );
  });
});

test.each(["ledger-eu", "a&b=c #d", 'says "no"', "Zürich +1", "half \ud800"])(
  "the list of the one cluster %j is asked for by its name, whatever it is",
  (name) => {
    const asked = new URLSearchParams(queryOfCluster("pay & co", name));
    expect([...asked]).toEqual([
      ["q", `"${name.toWellFormed()}"`],
      ["project", "pay & co"],
    ]);
  },
);

describe("the end of a lifetime", () => {
  const rows = [sampleFleetRow({ endsAt: "2026-12-01T10:00:00Z" }), sampleFleetRow({ name: "other" })];
  test("is dated by the cluster, within the hour in which Gardener deletes it", () => {
    expect(calendarEventsOf({ ...input, rows, layers: ["lifetime"] })).toMatchObject([
      {
        at: Date.parse("2026-12-01T10:00:00Z"),
        until: Date.parse("2026-12-01T11:00:00Z"),
        clusters: [{ project: "pay", name: "prod-eu1" }],
        hue: "negative",
      },
    ]);
  });
  test("is an entry of a feed whose layers nobody has chosen", () => {
    const { layers } = parseCalendarQuery(new URLSearchParams());
    expect(runYieldingTask(feedEntriesTask({ ...input, rows, layers })).entries.map(({ summary }) => summary)).toEqual([
      "pay/prod-eu1: Gardener deletes the cluster: its lifetime ends",
    ]);
  });
});

describe("an unused project", () => {
  const staleSince = Date.parse("2026-11-01T10:00:00Z");
  const deletedAt = Date.parse("2027-01-30T10:00:00Z");
  const deletedUntil = Date.parse("2027-01-30T22:00:00Z");
  const projects = [
    { uid: "2", name: "pilots", stale: { staleSince, deletedAt, deletedUntil } },
    { uid: "1", name: "fresh", stale: { staleSince } },
    { uid: "3", name: "used" },
  ];
  const wide = { ...input, range: { from: staleSince - dayMs, to: deletedUntil + dayMs } };

  test("is dated when it became unused, and from when on it is deleted once that is decided", () => {
    const events = calendarEventsOf({ ...wide, projects, layers: ["project"] });
    expect(events.map(({ project, about, at, until }) => [project, about, at, until])).toEqual([
      ["fresh", "project-unused", staleSince, undefined],
      ["pilots", "project-unused", staleSince, undefined],
      ["pilots", "project-deleted", deletedAt, deletedUntil],
    ]);
    for (const { facts } of events) expect(facts.join(" ")).toContain("a new cluster keeps the project");
  });

  test("is an entry of a feed whose layers nobody has chosen, which opens its page", () => {
    const { layers } = parseCalendarQuery(new URLSearchParams());
    const { entries } = runYieldingTask(feedEntriesTask({ ...wide, projects, layers }));
    expect(entries.map(({ summary, path }) => [summary, path])).toEqual([
      ["fresh: Gardener regards the project as unused", "/projects/fresh"],
      ["pilots: Gardener regards the project as unused", "/projects/pilots"],
      ["pilots: If it stays unused, Gardener deletes the project", "/projects/pilots"],
    ]);
    expect(entries[2]).toMatchObject({ startAt: deletedAt, endAt: deletedUntil });
  });
});
