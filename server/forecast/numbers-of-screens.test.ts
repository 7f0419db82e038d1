import { describe, expect, test } from "vitest";
import { GET as getVersions } from "#app/api/versions/route.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { versionsSchema } from "#lib/contract/versions.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import {
  calendarNumbersWithQueries,
  rotationCountsWithRows,
  screenNumbersWithQueries,
  stripEndsWithCalendarEvents,
} from "#lib/view/numbers.fixture.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest } from "#server/testing/route-test-bed.ts";

const people = ["operator", "owner-commerce", "owner-data", "viewer", "stranger"];
const demo = startDemoTestBed({ people });

describe.each(people)("every number that %s reads in the demo", (person) => {
  const read = async () => {
    const snapshot = readEntireFleet(await (await demo.as(person).fleet()).text());
    // A user without projects sees no cluster and must only see zeros.
    expect(snapshot.rows.length > 0).toBe(person !== "stranger");
    return snapshot.rows;
  };

  test.each(["", "purpose=production"])(
    "on the overview and the forecast is that of its list, under '%s'",
    async (text) => {
      const all = await read();
      const now = Date.now();
      const context = createFleetContext(now);
      const query = parseFleetQuery(new URLSearchParams(text));
      const rows = filterFleet(all, query, context);
      for (const { what, number, asked } of screenNumbersWithQueries({ rows, query, now })) {
        expect({ what, number }).toEqual({ what, number: filterFleet(all, asked, context).length });
      }
    },
  );

  test.each(["", "purpose=production"])(
    "on the calendar, and of the versions in the strip, is that of what it opens, under '%s'",
    async (text) => {
      const all = await read();
      const { profiles } = versionsSchema.parse(
        await (await getVersions(pageRequest("/api/versions", { cookie: demo.as(person).cookie }))).json(),
      );
      const now = Date.now();
      const context = createFleetContext(now);
      const query = parseFleetQuery(new URLSearchParams(text));
      const select = (asked: FleetQuery) => filterFleet(all, asked, context);
      const screen = { rows: select(query), query, now, profiles };
      const numbers = calendarNumbersWithQueries(screen);
      if (all.length > 0) expect(numbers.length).toBeGreaterThan(3);
      for (const { what, number, asked } of numbers) {
        expect({ what, number }).toEqual({ what, number: select(asked).length });
      }
      for (const { named, there, first, opened } of stripEndsWithCalendarEvents({ ...screen, select })) {
        expect(there).toEqual(named);
        expect(opened).toContain(first);
      }
    },
  );

  test("of rotations is that of the page behind it", async () => {
    const all = await read();
    const query = parseFleetQuery(new URLSearchParams());
    for (const { what, number, rows } of rotationCountsWithRows({ all, rows: all, query, now: Date.now() })) {
      expect({ what, number }).toEqual({ what, number: rows });
    }
  });
});
