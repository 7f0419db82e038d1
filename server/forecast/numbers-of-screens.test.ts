import { describe, expect, test } from "vitest";
import { readWholeFleet } from "#lib/contract/read-fleet.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { listBehindAll } from "#lib/view/numbers.fixture.ts";
import { rotationCounts, rotationLines, selectedLines } from "#lib/view/rotations/rotation-board.ts";
import { demoWorld } from "../testing/demo-world.ts";

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

  test("of rotations is that of the page behind it", async () => {
    const all = await read();
    const now = Date.now();
    const query = parseFleetQuery(new URLSearchParams());
    const counts = rotationCounts(rotationLines(all, now));
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
