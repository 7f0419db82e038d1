import { describe, expect, test } from "vitest";
import type { Profile } from "#lib/contract/versions.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { randomFleet } from "#lib/fleet/random-fleet.fixture.ts";
import { fixtureNow as now } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount, triesAllCases } from "#lib/testing/case-count.fixture.ts";
import { utcClock } from "#lib/words/clock.ts";
import {
  calendarNumbersWithQueries,
  rotationCountsWithRows,
  type ShownNumber,
  screenNumbersWithQueries,
} from "./numbers.fixture.ts";

const context = createFleetContext(now);
const queryOf = (text: string) => parseFleetQuery(new URLSearchParams(text));

/** The clusters that a user sees, and the projects that belong to the user. */
const onlookers = [
  ["the operator, who sees everything", undefined, []],
  ["an owner of two projects", ["p0", "p1"], ["p0", "p1"]],
  ["an owner of another", ["p2"], ["p2"]],
  ["a viewer of two", ["p1", "p3"], []],
  ["a stranger", [], []],
] as const;

const berlin = { kind: "zone", timeZone: "Europe/Berlin" } as const;
const endOf = (days: number) => new Date(now + days * dayMs).toISOString();
const profiles: readonly Profile[] = ["gcp", "aws"].map((name, shift) => ({
  kind: "CloudProfile",
  name,
  resourceVersion: "1",
  lists: {
    kubernetes: {
      versions: ["1.32.7", "1.33.4", "1.34.0"].map((version, index) => ({
        version,
        expirationDate: endOf(shift + index * 90),
      })),
    },
    machineImages: [{ name: "gardenlinux", versions: [{ version: "1592.3.0", expirationDate: endOf(30) }] }],
  },
}));

/** All filters that pages offer. */
const narrowed = ["", "project=p1", "purpose=production&project=p1,p2", "provider=gcp&q=c1"];
/** Each user checks another part of the numbers: all numbers of ten thousand clusters would take minutes. */
const mostNumbers = 60;

describe.each([
  ["hundreds of clusters", randomFleet(caseCount(250, 1_000), 5), narrowed, Number.POSITIVE_INFINITY],
  ...(triesAllCases ? [["ten thousand clusters", randomFleet(10_000, 9), [""], mostNumbers] as const] : []),
] as const)("among %s every number", (_size, fleet, texts, most) => {
  describe.each(onlookers)("that %s reads", (who, projects, mine) => {
    const all = projects === undefined ? fleet : fleet.filter(({ project }) => projects.some((one) => one === project));
    const select = (asked: FleetQuery) => filterFleet(all, asked, context);
    const screen = (text: string) => {
      const query = queryOf(text);
      return { all, rows: select(query), query, now, profiles, own: new Set<string>(mine) };
    };
    const first = onlookers.findIndex(([one]) => one === who);
    const some = <Item>(items: readonly Item[]) => {
      const step = Math.max(1, Math.ceil(items.length / most));
      return items.filter((_, index) => index % step === first % step);
    };
    const expectListed = (numbers: readonly ShownNumber[]) => {
      for (const { what, number, asked } of some(numbers)) {
        expect({ what, number }).toEqual({ what, number: select(asked).length });
      }
    };

    test.each(texts)("on the overview and the forecast is that of its list, under '%s'", (text) => {
      expectListed(screenNumbersWithQueries(screen(text)));
    });

    test.each(texts)("of rotations is that of its page, under '%s'", (text) => {
      for (const { what, number, rows } of rotationCountsWithRows(screen(text))) {
        expect({ what, number }).toEqual({ what, number: rows });
      }
    });

    test.each(texts)("on the calendar is that of its list, in any clock, under '%s'", (text) => {
      for (const clock of [utcClock, berlin]) expectListed(calendarNumbersWithQueries({ ...screen(text), clock }));
    });
  });
});

test.each(["2026-11-24T00:00:00.000Z", "2026-11-24T23:59:59.999Z", "2026-11-29T23:30:00Z", "2026-12-31T22:59:59Z"])(
  "numbers are those of their lists at %s too",
  (text) => {
    const at = Date.parse(text);
    const all = randomFleet(500, 21);
    const select = (asked: FleetQuery) => filterFleet(all, asked, createFleetContext(at));
    const screen = { all, rows: all, query: queryOf(""), now: at, profiles };
    for (const { what, number, asked } of [
      ...screenNumbersWithQueries(screen),
      ...calendarNumbersWithQueries({ ...screen, clock: berlin }),
    ]) {
      expect({ what, number }).toEqual({ what, number: select(asked).length });
    }
    for (const { what, number, rows } of rotationCountsWithRows(screen))
      expect({ what, number }).toEqual({ what, number: rows });
  },
);
