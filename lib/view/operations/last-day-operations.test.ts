import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { lastDayOperationsOf, succeededLabel } from "./last-day-operations.ts";
import { operationListRowsOf } from "./operation-list-rows.ts";
import { filterOperations, lastDayOperationsPath, lastDayQuery, parseOperationsQuery } from "./operations-query.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const types = ["Reconcile", "Reconcile", "Create", "Migrate"];
const states = ["Succeeded", "Failed", "Processing", "Error", "Aborted", "Pending", "Succeeded", "Levitating"];

/** Last operations of all kinds, reported up to two days ago or a minute in the future; some have no time. */
const rows = Array.from({ length: 600 }, (_, index) =>
  sampleFleetRow({
    name: `c${index}`,
    project: `p${index % 3}`,
    next: { subject: states[index % 8] === "Failed" ? "failed" : "healthy", turn: "Owner" },
    lastOperation: {
      type: types[index % types.length],
      state: states[index % states.length],
      ...(index % 101 === 0 && { updatedAt: "9999-12-31T23:59:59Z" }),
      ...(index % 13 !== 0 &&
        index % 101 !== 0 && { updatedAt: new Date(now + minuteMs - index * 5 * minuteMs).toISOString() }),
    },
  }),
);
const lines = operationListRowsOf({ rows, journal: [], runs: [], me: "me", now });
const listed = (search: string) =>
  filterOperations(lines, parseOperationsQuery(new URLSearchParams(search)), { me: "me", now });

test.each([[[]], [["p1"]]])("the numbers of the last day equal the lists behind them, in projects %j", (projects) => {
  const day = lastDayOperationsOf(filterOperations(lines, { ...lastDayQuery, projects }, { me: "me", now }), now);
  for (const state of ["succeeded", "failed"] as const) {
    const list = listed(lastDayOperationsPath(state, projects).split("?")[1] ?? "");
    expect(day[state]).toBe(list.length);
    expect(day[state]).toBeGreaterThan(10);
    expect(day.hours.reduce((sum, hour) => sum + hour[state], 0)).toBe(day[state]);
  }
  expect(day.types.reduce((sum, [, count]) => sum + count, 0)).toBe(day.succeeded);
});

test("what succeeded is said by type, the most frequent first", () => {
  const label = succeededLabel(lastDayOperationsOf(lines, now));
  expect(label).toMatch(/^\d+ Reconcile, \d+ Create$/);
  expect(succeededLabel(lastDayOperationsOf([], now))).toBe("No operation ended.");
});
