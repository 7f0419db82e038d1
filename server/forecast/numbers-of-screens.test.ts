import { describe, expect, test } from "vitest";
import { GET as getVersions } from "#app/api/versions/route.ts";
import { readWholeFleet } from "#lib/contract/read-fleet.ts";
import { versionsSchema } from "#lib/contract/versions.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, parseFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { calendarBehindStrip, listBehindAll, listBehindDates } from "#lib/view/numbers.fixture.ts";
import { rotationCounts, rotationLines, selectedLines, unorderedLines } from "#lib/view/rotations/rotation-board.ts";
import { demoWorld } from "../testing/demo-world.ts";
import { ask } from "../testing/route-world.ts";

const people = ["operator", "owner-commerce", "owner-data", "viewer"];
const demo = demoWorld({ people });

describe.each(people)("every number that %s reads in the demo", (person) => {
  const read = async () => {
    const snapshot = readWholeFleet(await (await demo.as(person).fleet()).text());
    expect(snapshot.rows.length).toBeGreaterThan(0);
    return snapshot.rows;
  };

  test.each(["", "purpose=production"])(
    "on the overview and the forecast is that of its list, under '%s'",
    async (text) => {
      const all = await read();
      const now = Date.now();
      const context = fleetContext(now);
      const query = parseFleetQuery(new URLSearchParams(text));
      const rows = filterFleet(all, query, context);
      for (const { what, number, asked } of listBehindAll({ rows, query, now })) {
        expect({ what, number }).toEqual({ what, number: filterFleet(all, asked, context).length });
      }
    },
  );

  test.each(["", "purpose=production"])(
    "on the calendar, and of the versions in the strip, is that of what it opens, under '%s'",
    async (text) => {
      const all = await read();
      const { profiles } = versionsSchema.parse(
        await (await getVersions(ask("/api/versions", { cookie: demo.as(person).cookie }))).json(),
      );
      const now = Date.now();
      const context = fleetContext(now);
      const query = parseFleetQuery(new URLSearchParams(text));
      const select = (asked: FleetQuery) => filterFleet(all, asked, context);
      const screen = { rows: select(query), query, now, profiles };
      const numbers = listBehindDates(screen);
      expect(numbers.length).toBeGreaterThan(3);
      for (const { what, number, asked } of numbers) {
        expect({ what, number }).toEqual({ what, number: select(asked).length });
      }
      for (const { named, there, first, opened } of calendarBehindStrip({ ...screen, select })) {
        expect(there).toEqual(named);
        expect(opened).toContain(first);
      }
    },
  );

  test("of rotations is that of the page behind it", async () => {
    const all = await read();
    const now = Date.now();
    const query = parseFleetQuery(new URLSearchParams());
    const counts = rotationCounts(unorderedLines(all, now));
    const links = [
      [counts.waiting, withFilter(query, "rotAge", ["waiting:>0d"])],
      [counts.waitingLong, withFilter(query, "rotAge", ["waiting:>14d"])],
      [counts.due, withFilter(query, "due", ["1"])],
    ] as const;
    for (const [count, asked] of links) {
      const chosen = filterFleet(all, asked, fleetContext(now));
      const lines = selectedLines(rotationLines(chosen, now), asked, now);
      expect(new Set(lines.map(({ row }) => row.uid)).size).toBe(count);
    }
  });
});
