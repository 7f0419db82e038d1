import type { FleetRow } from "../contract/fleet.ts";
import { type FleetField, fleetField, fleetFields, rowMatches } from "./fleet-fields.ts";
import type { FleetQuery } from "./fleet-query.ts";
import { matchesTerm, parseSearch } from "./search-grammar.ts";

type Test = (row: FleetRow) => boolean;

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface FleetSelection {
  readonly rows: readonly FleetRow[];
  /** Per field how many rows each value would show, given all the other filters. */
  readonly facets: ReadonlyMap<string, readonly FacetValue[]>;
  /** How many rows each single filter hides although every other one would show them; `q` stands for the search text. */
  readonly hiddenBy: ReadonlyMap<string, number>;
}

/** The fields that a screen may ask to have counted. */
export const facetKeys: readonly string[] = fleetFields.filter(({ facet }) => facet).map(({ key }) => key);

/**
 * Filters and counts in one pass. A row that fails a single filter still counts in that filter's own facet: the number
 * beside a box says what ticking it would show.
 *
 * @param counted the fields to count; counting is most of the work, so only what is on screen should be named
 */
export function selectFleet(
  rows: readonly FleetRow[],
  query: FleetQuery,
  counted: readonly string[] = facetKeys,
): FleetSelection {
  const tests = testsOf(query);
  const facetFields = fleetFields.filter(({ key }) => counted.includes(key));
  const counts = new Map(facetFields.map(({ key }) => [key, new Map<string, number>()]));
  const hiddenBy = new Map<string, number>();
  const kept: FleetRow[] = [];
  for (const row of rows) {
    const failed = onlyFailure(row, tests);
    if (failed === "several") continue;
    if (failed === undefined) kept.push(row);
    else hiddenBy.set(failed, (hiddenBy.get(failed) ?? 0) + 1);
    for (const field of facetFields)
      if (failed === undefined || failed === field.key) countValues(counts.get(field.key), field, row);
  }
  keepAsked(counts, query);
  return { rows: kept, facets: new Map([...counts].map(([key, found]) => [key, ranked(found)])), hiddenBy };
}

function testsOf(query: FleetQuery): ReadonlyMap<string, Test> {
  const tests = new Map<string, Test>();
  const terms = parseSearch(query.q);
  if (terms.length > 0) tests.set("q", (row) => terms.every((term) => matchesTerm(row, term)));
  for (const [key, values] of query.filters) {
    const field = fleetField(key);
    if (field) tests.set(field.key, testOf(field, values));
  }
  return tests;
}

/** Any of the wanted values, and none of the excluded ones. */
function testOf(field: FleetField, values: readonly string[]): Test {
  const wanted = values.filter((value) => !value.startsWith("-"));
  const excluded = values.filter((value) => value.startsWith("-")).map((value) => value.slice(1));
  return (row) =>
    (wanted.length === 0 || wanted.some((value) => rowMatches(field, row, value))) &&
    !excluded.some((value) => rowMatches(field, row, value));
}

function onlyFailure(row: FleetRow, tests: ReadonlyMap<string, Test>): string | undefined | "several" {
  let failed: string | undefined;
  for (const [key, test] of tests) {
    if (test(row)) continue;
    if (failed !== undefined) return "several";
    failed = key;
  }
  return failed;
}

function countValues(counts: Map<string, number> | undefined, field: FleetField, row: FleetRow): void {
  for (const value of field.valuesOf(row)) counts?.set(value, (counts.get(value) ?? 0) + 1);
}

/** A ticked value stays in its facet, with zero, so that it can be unticked where it was ticked. */
function keepAsked(counts: ReadonlyMap<string, Map<string, number>>, query: FleetQuery): void {
  for (const [key, values] of query.filters)
    for (const value of values.map((text) => text.replace(/^-/, ""))) {
      const found = counts.get(key);
      if (found && !found.has(value)) found.set(value, 0);
    }
}

function ranked(counts: ReadonlyMap<string, number>): readonly FacetValue[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
