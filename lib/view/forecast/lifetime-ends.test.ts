import { expect, test } from "vitest";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { lifetimeEndsOf, queryOfLifetimeEnds } from "./lifetime-ends.ts";

const inDays = (days: number) => formatInstant(fixtureNow + days * dayMs);
const rows = [
  sampleFleetRow({ uid: "1", name: "soon", endsAt: inDays(3) }),
  sampleFleetRow({ uid: "2", name: "late", endsAt: inDays(40), purpose: "production" }),
  sampleFleetRow({ uid: "3", name: "gone", endsAt: inDays(1), deletionRequestedAt: inDays(-1) }),
  sampleFleetRow({ uid: "4", name: "lives" }),
];
const select = (query: string) => {
  const asked = parseFleetQuery(new URLSearchParams(query));
  const context = createFleetContext(fixtureNow);
  return { asked, shown: filterFleet(rows, asked, context), context };
};

test.each(["", "purpose=production", "endsOn=..7d", "q=l"])(
  "with the query %j the number of lifetimes that end is that of the list behind its link",
  (query) => {
    const { asked, shown, context } = select(query);
    const listed = filterFleet(rows, queryOfLifetimeEnds(asked), context);
    expect(lifetimeEndsOf(shown)?.count).toBe(listed.length);
  },
);

test("the first end is that of a cluster which is not being deleted already", () => {
  expect(lifetimeEndsOf(rows)).toEqual({ count: 2, firstAt: Date.parse(inDays(3)) });
  expect(lifetimeEndsOf(rows.slice(2))).toBeUndefined();
});
