import { describe, expect, test } from "vitest";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { deadEnd, fixtureNow, forcedStep, imageStep, rowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import { entriesByDay, filterOfEntry } from "./calendar-days.ts";
import { calendarEvents } from "./calendar-events.ts";
import { narrowedFilter } from "./calendar-query.ts";

const now = fixtureNow;
const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;

/** Clusters that are forced to a few versions in the same few days, at any hour of them. */
function anyFleet(size: number): readonly FleetRow[] {
  let state = 7;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const hours = () => (below(40) * hourMs) / (24 * hourMs);
  return Array.from({ length: size }, (_, index) =>
    fleetRow({
      name: `c${index}`,
      project: `p${below(4)}`,
      forecast: rowForecast({
        forced: [
          ...(below(2) === 0 ? [forcedStep(hours(), { to: `1.34.${below(3)}`, overdue: below(5) === 0 })] : []),
          ...(below(2) === 0 ? [imageStep(hours(), { to: `1877.${below(2)}.0` })] : []),
        ],
        deadEnds: below(3) === 0 ? [deadEnd(hours(), { code: below(2) === 0 ? "highest-minor" : "preview-only" })] : [],
      }),
    }),
  );
}

describe.each([
  ["three hundred clusters", anyFleet(300)],
  ["ten thousand", anyFleet(10_000)],
] as const)("among %s", (_name, rows) => {
  test.each([
    ["UTC", utcClock],
    ["Berlin", berlin],
  ] as const)("an entry of a day in %s counts the clusters that its link lists", (_clock, clock) => {
    const range = { from: now - 24 * hourMs, to: now + 100 * 24 * hourMs };
    const events = calendarEvents({ rows, profiles: [], layers: ["forced"], unused: false, now, range });
    const entries = [...entriesByDay(events, clock).values()].flat();
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries.filter(({ clusters }) => clusters.length > 1)) {
      const filter = narrowedFilter(emptyFleetQuery, filterOfEntry(entry) ?? "?q=none");
      const asked = parseFleetQuery(new URLSearchParams(filter));
      const names = filterFleet(rows, asked, fleetContext(now)).map(({ name }) => name);
      expect(names.sort()).toEqual(entry.clusters.map(({ name }) => name).sort());
    }
  });
});
