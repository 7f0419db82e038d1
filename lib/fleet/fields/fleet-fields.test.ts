import { describe, expect, test } from "vitest";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { text } from "#lib/language/text.ts";
import { randomFleet } from "../random-fleet.fixture.ts";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import { columnKeys, fieldKeys, fieldNames, isSortKey } from "./field-names.ts";
import { columnDefinitionOf, filterFields, findFilterField, fleetFields, sortValueOf } from "./fleet-fields.ts";

const row = sampleFleetRow();
const context = { now: 0, todayEndsAt: 0 };

test("every name has a definition, and no definition is without a name", () => {
  expect(Object.keys(fleetFields).sort()).toEqual([...fieldKeys].sort());
  expect(Object.values(fleetFields).filter(({ label }) => text(label) === "")).toEqual([]);
});

test("every filter that an address may name is a field of the list, in the same order, and no other is", () => {
  const named = Object.values(fieldNames).flatMap((names) => ("filter" in names ? [names.filter] : []));
  expect(filterFields.map(({ key }) => key)).toEqual(named);
});

test.each(filterFields)("the filter $key reads its values of a row, and is found by its name", (field) => {
  expect(Array.isArray(field.valuesOf(row, context))).toBe(true);
  expect(findFilterField(field.key.toUpperCase())).toBe(field);
});

describe("values that an address asks for", () => {
  const understands = (key: string, value: string) => findFilterField(key)?.understands?.(value);

  test("what a row has is understood", () => {
    const rows = randomFleet(500, 1);
    for (const { key, valuesOf, understands } of filterFields) {
      const values = [...new Set(rows.flatMap((each) => valuesOf(each, { now: fixtureNow, todayEndsAt: fixtureNow })))];
      expect([key, values.filter((value) => understands?.(value) === false)]).toEqual([key, []]);
    }
  });

  test.each([
    ["status", "unhealthy", "foo"],
    ["forceIn", "8d..30d", "2027-13-45"],
    ["forceIn", "..2027-01-31", "soon"],
    ["rotAge", "ca:>365d", "zzz"],
    ["rotAge", "waiting", "ca:>d"],
    ["due", "1", "7"],
    ["hop", "minor", "major"],
    ["window", "today", "tomorrow"],
    ["hib", "0", "no"],
  ])("of %s: %s is, %s is not", (key, known, other) => {
    expect([understands(key, known), understands(key, other)]).toEqual([true, false]);
  });
});

describe("sorts", () => {
  test.each(fieldKeys.flatMap((key) => (isSortKey(key) ? [key] : [])))(
    "by %s: every row has a value to sort by",
    (key) => {
      const value = sortValueOf(row, key, { windowBegin: () => undefined, keyOf: (text) => text });
      expect(["string", "number"]).toContain(typeof value);
      expect(value).not.toBeNaN();
    },
  );

  test("are exactly those that an address may name", () => {
    const sorted = fieldKeys.filter((key) => "sort" in fleetFields[key]);
    expect(sorted).toEqual(fieldKeys.filter(isSortKey));
  });
});

describe("columns", () => {
  test("keep their order and their words, the cluster's name first", () => {
    const known = [
      ["name", "Cluster", true],
      ["health", "Health", true],
      ["forceAt", "Forced change", true],
      ["op", "Last operation", true],
      ["k8s", "Kubernetes", true],
      ["images", "Images", true],
      ["window", "Next window", true],
      ["rotation", "Rotation", false],
      ["findings", "Findings", false],
      ["purpose", "Purpose", false],
      ["provider", "Provider, region", false],
      ["seed", "Seed", false],
      ["profile", "Cloud profile", false],
      ["workers", "Workers", false],
      ["caAge", "CA age", false],
      ["hib", "Hibernation", false],
      ["label", "Labels", false],
      ["created", "Created", false],
    ];
    const columns = columnKeys.map((key) => [key, text(columnDefinitionOf(key).label), columnDefinitionOf(key).shown]);
    expect(columns.filter(([key]) => known.some(([each]) => each === key))).toEqual(known);
  });

  test.each(columnKeys)("%s has words, and can be sorted by", (key) => {
    expect(columnDefinitionOf(key).label).not.toBe("");
    expect(isSortKey(key)).toBe(true);
  });
});
