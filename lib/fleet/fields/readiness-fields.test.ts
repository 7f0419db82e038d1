import { describe, expect, test } from "vitest";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { parseFleetQuery } from "../fleet-query.ts";
import { sortFleet } from "../fleet-sort.ts";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import { selectFleet } from "../select-fleet.ts";
import { createFleetContext } from "./create-fleet-context.ts";
import { findFilterField } from "./fleet-fields.ts";
import { readinessLabels } from "./readiness-fields.ts";

const rowWith = (name: string, result: string, days: number) =>
  sampleFleetRow({ name, readiness: { result, step: { to: "1.34.1", at: fixtureNow + days * dayMs } } });
const fleet = [
  sampleFleetRow({ name: "unplanned" }),
  rowWith("known", "ready-as-known", 5),
  rowWith("newer", "newer-than-this-build", 5),
  rowWith("risky", "ready-with-risks", 5),
  rowWith("unread", "not-looked", 5),
  rowWith("late", "not-ready", 60),
  rowWith("soon", "not-ready", 5),
  rowWith("due", "not-ready", -0.1),
];
const names = (query: string) =>
  selectFleet(fleet, parseFleetQuery(new URLSearchParams(query)), createFleetContext(fixtureNow)).rows.map(
    ({ name }) => name,
  );

describe("the filter", () => {
  test.each([
    ["readiness=not-ready", ["late", "soon", "due"]],
    ["readiness=Not-Ready", ["late", "soon", "due"]],
    ["readiness=not-ready:..30d", ["soon", "due"]],
    ["readiness=not-ready:31d..", ["late"]],
    ["readiness=not-ready:overdue", ["due"]],
    ["readiness=not-ready:never", []],
    ["readiness=not-looked,ready-with-risks", ["risky", "unread"]],
    ["readiness=none", ["unplanned"]],
    ["readiness=-none,-not-ready", ["known", "newer", "risky", "unread"]],
  ])("%s selects %j", (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  test("understands its results and a time behind them", () => {
    const understood = (value: string) => findFilterField("readiness")?.understands?.(value);
    for (const value of ["not-ready", "none", "ready-with-risks:..30d"]) expect(understood(value)).toBe(true);
    for (const value of ["ready", "not-ready:never", "none:..30d"]) expect(understood(value)).toBe(false);
    expect(findFilterField("readiness")?.describe?.("not-ready:..30d")).toBe("Not ready, within 30 days");
  });
});

test("the order begins with those that are not ready, the earliest first, and ends with those without a step", () => {
  const sorted = sortFleet(fleet, [{ key: "readiness", descending: false }], { windowBegin: () => undefined });
  expect(sorted.map(({ name }) => name)).toEqual([
    ...["due", "soon", "late"],
    ...["unread", "risky", "known"],
    ...["newer", "unplanned"],
  ]);
});

test("the column says what is known, what blocks, and nothing without a planned step", () => {
  const [unplanned, known, newer] = fleet;
  expect(unplanned && readinessLabels(unplanned)).toEqual({});
  expect(known && readinessLabels(known).said).toBe("Ready, as far as known");
  expect(newer && readinessLabels(newer).said).toBe("newer-than-this-build");
  const readiness = { result: "not-ready", blocks: 2, worst: "refused", step: { to: "1.34.1", at: fixtureNow } };
  expect(readinessLabels({ readiness })).toMatchObject({ said: "Not ready", isBad: true, blocks: "2 findings block" });
});
