import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createRandomNumbers } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { triesAllCases } from "#lib/testing/case-count.fixture.ts";
import { utcClock } from "#lib/words/clock.ts";
import { calendarNumbersWithQueries, stripEndsWithCalendarEvents } from "../numbers.fixture.ts";
import { clusterListQueryOfEntry, entriesByDay } from "./calendar-days.ts";
import { calendarEventsOf } from "./calendar-events-of.ts";
import { combineEventFilter } from "./calendar-query.ts";

const now = fixtureNow;
const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;

/** Clusters with forced updates to a few versions within the same few days, at various hours. */
function anyFleet(size: number): readonly FleetRow[] {
  const { below } = createRandomNumbers(7);
  const hours = () => (below(40) * hourMs) / (24 * hourMs);
  return Array.from({ length: size }, (_, index) =>
    sampleFleetRow({
      name: `c${index}`,
      project: `p${below(4)}`,
      forecast: sampleRowForecast({
        forced: [
          ...(below(2) === 0 ? [sampleForcedStep(hours(), { to: `1.34.${below(3)}`, overdue: below(5) === 0 })] : []),
          ...(below(2) === 0 ? [sampleImageStep(hours(), { to: `1877.${below(2)}.0` })] : []),
        ],
        deadEnds:
          below(3) === 0 ? [sampleDeadEnd(hours(), { code: below(2) === 0 ? "highest-minor" : "preview-only" })] : [],
      }),
    }),
  );
}

describe.each([
  ["three hundred clusters", anyFleet(300)],
  ...(triesAllCases ? [["ten thousand", anyFleet(10_000)] as const] : []),
] as const)("among %s", (_name, rows) => {
  test.each([
    ["UTC", utcClock],
    ["Berlin", berlin],
  ] as const)("an entry of a day in %s counts the clusters that its link lists", (_clock, clock) => {
    const range = { from: now - 24 * hourMs, to: now + 100 * 24 * hourMs };
    const events = calendarEventsOf({ rows, profiles: [], layers: ["forced"], unused: false, now, range });
    const entries = [...entriesByDay(events, clock).values()].flat();
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries.filter(({ clusters }) => clusters.length > 1)) {
      const filter = combineEventFilter(emptyFleetQuery, clusterListQueryOfEntry(entry) ?? "?q=none");
      const asked = parseFleetQuery(new URLSearchParams(filter));
      const names = filterFleet(rows, asked, createFleetContext(now)).map(({ name }) => name);
      expect(names.sort()).toEqual(entry.clusters.map(({ name }) => name).sort());
    }
  });
});

/** Profiles with equal and different expiration dates of the same versions; two are NamespacedCloudProfiles. */
const listed = (shift: number, other?: number) => ({
  kubernetes: {
    versions: [1, 2, 3].map((patch) => ({
      version: `1.34.${patch}`,
      expirationDate: endOf(patch === 2 && other !== undefined ? other : shift + patch * 9),
    })),
  },
  machineImages: [{ name: "gardenlinux", versions: [{ version: "1877.1.0", expirationDate: endOf(shift + 30) }] }],
});
const endOf = (days: number) => new Date(now + days * dayMs).toISOString();
const own = (project: string, name: string) =>
  ({ kind: "NamespacedCloudProfile", name, namespace: `garden-${project}`, project, parent: "gcp" }) as const;
const profiles: readonly Profile[] = [
  { kind: "CloudProfile", name: "gcp", resourceVersion: "1", lists: listed(0) },
  { kind: "CloudProfile", name: "aws", resourceVersion: "1", lists: listed(2) },
  { ...own("p1", "of-p1"), resourceVersion: "1", lists: listed(0) },
  { ...own("p2", "of-p2"), resourceVersion: "1", lists: listed(0, 50) },
];

/** Clusters of four projects that use these profiles; some pools have their own Kubernetes version. */
function anyDatedFleet(size: number): readonly FleetRow[] {
  const { below } = createRandomNumbers(11);
  return Array.from({ length: size }, (_, index) => {
    const project = `p${below(4)}`;
    const { kind, name } = profiles[below(project === "p1" || project === "p2" ? 3 : 2)] ?? { kind: "", name: "" };
    const isOwn = kind === "NamespacedCloudProfile";
    const version = () => `1.34.${1 + below(4)}`;
    return sampleFleetRow({
      name: `c${index}`,
      project,
      namespace: `garden-${project}`,
      purpose: below(2) === 0 ? "production" : "testing",
      profile: isOwn ? { kind, name: `of-${project}` } : { kind, name },
      kubernetes: { version: version(), classification: "supported" },
      pinnedPools: below(3) === 0 ? [{ pool: "w", version: version() }] : [],
      images: [{ name: "gardenlinux", version: `1877.${below(2)}.0`, classification: "supported", pools: ["w"] }],
    });
  });
}

describe.each([
  ["three hundred clusters", anyDatedFleet(300)],
  ...(triesAllCases ? [["ten thousand", anyDatedFleet(10_000)] as const] : []),
] as const)("what ends for %s", (_name, fleet) => {
  const context = createFleetContext(now);
  const select = (asked: FleetQuery) => filterFleet(fleet, asked, context);

  test.each(["", "project=p1,p3", "purpose=production&k8s=1.34.2"])(
    "is counted as its link lists it, and as the strip names it, under '%s'",
    (text) => {
      const query = parseFleetQuery(new URLSearchParams(text));
      const screen = { rows: select(query), query, now, profiles };
      const numbers = calendarNumbersWithQueries(screen);
      expect(numbers.length).toBeGreaterThan(1);
      for (const { what, number, asked } of numbers) {
        expect({ what, number }).toEqual({ what, number: select(asked).length });
      }
      const weeks = stripEndsWithCalendarEvents({ ...screen, select });
      expect(weeks.length).toBeGreaterThan(0);
      for (const { named, there, first, opened } of weeks) {
        expect(there).toEqual(named);
        expect(opened).toContain(first);
      }
    },
  );
});
