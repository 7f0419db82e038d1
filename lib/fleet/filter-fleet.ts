import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "./fields/create-fleet-context.ts";
import { createFieldTest, type FilterField, findFilterField } from "./fields/fleet-fields.ts";
import { createForcedChangeFilter, type ForcedChangeFilter } from "./fields/forced-filter.ts";
import type { FleetQuery } from "./fleet-query.ts";
import { createSearchTermTest, parseSearch } from "./search-grammar.ts";

export type RowTest = (row: FleetRow) => boolean;

/** Returns the rows that match a query, in the given order. Counts for facets are computed by selectFleet. */
export function filterFleet(rows: readonly FleetRow[], query: FleetQuery, context: FleetContext): readonly FleetRow[] {
  return rows.filter(createQueryTest(query, context));
}

/** Returns a function that tests whether a row matches a query, which is parsed once for many rows. */
export function createQueryTest(query: FleetQuery, context: FleetContext): RowTest {
  const tests = [...createRowTests(query, createForcedChangeFilter(query.filters), context).values()];
  return (row) => tests.every((test) => test(row));
}

/** Returns the number of filter values and search words that each row is checked against. */
export function countFilterValues({ q, filters }: Pick<FleetQuery, "q" | "filters">): number {
  return [...filters.values()].reduce((sum, { length }) => sum + length, parseSearch(q).length);
}

const forcedKeys = ["forceIn", "hop", "to"];

/** Key of a filter's test. Filters by time, kind and target of forced changes share one, named for the first set. */
export function rowTestKeyOf(key: string, { filters }: FleetQuery): string {
  return forcedKeys.includes(key) ? (forcedKeys.find((each) => filters.has(each)) ?? key) : key;
}

/** Returns the tests of a query by filter key; `q` stands for the search text. */
export function createRowTests(
  query: FleetQuery,
  forced: ForcedChangeFilter,
  context: FleetContext,
): ReadonlyMap<string, RowTest> {
  const tests = new Map<string, RowTest>();
  const terms = parseSearch(query.q).map((term) => createSearchTermTest(term, context));
  const [only] = terms;
  if (only) tests.set("q", terms.length === 1 ? only : (row) => terms.every((test) => test(row)));
  if (forced.isAsked) tests.set(rowTestKeyOf("hop", query), (row) => forced.test(row, context));
  for (const [key, values] of query.filters) {
    const field = findFilterField(key);
    if (field && !forcedKeys.includes(field.key)) tests.set(field.key, testOf(field, values, context));
  }
  return tests;
}

/** Test for any of the wanted values and none of the excluded ones. */
function testOf(field: FilterField, values: readonly string[], context: FleetContext): RowTest {
  const wanted = values.filter((value) => !value.startsWith("-"));
  const excluded = values.filter((value) => value.startsWith("-")).map((value) => value.slice(1));
  const [isWanted, isExcluded] = [createFieldTest(field, wanted), createFieldTest(field, excluded)];
  return (row) =>
    (wanted.length === 0 || isWanted(row, context)) && (excluded.length === 0 || !isExcluded(row, context));
}
