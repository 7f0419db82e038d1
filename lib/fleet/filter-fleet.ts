import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "./fields/fleet-context.ts";
import { type FilterField, fieldTest, filterField } from "./fields/fleet-fields.ts";
import { type ForcedQuestion, forcedQuestion } from "./fields/forced-filter.ts";
import type { FleetQuery } from "./fleet-query.ts";
import { parseSearch, termTest } from "./search-grammar.ts";

export type RowTest = (row: FleetRow) => boolean;

/** Returns the rows that match a query, in the order given. For counts beside the filters use selectFleet. */
export function filterFleet(rows: readonly FleetRow[], query: FleetQuery, context: FleetContext): readonly FleetRow[] {
  return rows.filter(queryTest(query, context));
}

/** Returns a test for a query, which is parsed once for many rows. */
export function queryTest(query: FleetQuery, context: FleetContext): RowTest {
  const tests = [...rowTests(query, forcedQuestion(query.filters), context).values()];
  return (row) => tests.every((test) => test(row));
}

/** Returns the number of values and words that each row is checked against. */
export function countFilterValues({ q, filters }: Pick<FleetQuery, "q" | "filters">): number {
  return [...filters.values()].reduce((sum, { length }) => sum + length, parseSearch(q).length);
}

const forcedKeys = ["forceIn", "hop", "to"];

/** Returns the key of the test for a filter: `forceIn`, `hop` and `to` share one, named for the first that is set. */
export function testKeyOf(key: string, { filters }: FleetQuery): string {
  return forcedKeys.includes(key) ? (forcedKeys.find((each) => filters.has(each)) ?? key) : key;
}

/** Returns the tests of a query by filter key; `q` stands for the search text. */
export function rowTests(
  query: FleetQuery,
  forced: ForcedQuestion,
  context: FleetContext,
): ReadonlyMap<string, RowTest> {
  const tests = new Map<string, RowTest>();
  const terms = parseSearch(query.q).map((term) => termTest(term, context));
  const [only] = terms;
  if (only) tests.set("q", terms.length === 1 ? only : (row) => terms.every((test) => test(row)));
  if (forced.isAsked) tests.set(testKeyOf("hop", query), (row) => forced.test(row, context));
  for (const [key, values] of query.filters) {
    const field = filterField(key);
    if (field && !forcedKeys.includes(field.key)) tests.set(field.key, testOf(field, values, context));
  }
  return tests;
}

/** Test for any of the wanted values and none of the excluded ones. */
function testOf(field: FilterField, values: readonly string[], context: FleetContext): RowTest {
  const wanted = values.filter((value) => !value.startsWith("-"));
  const excluded = values.filter((value) => value.startsWith("-")).map((value) => value.slice(1));
  const [isWanted, isExcluded] = [fieldTest(field, wanted), fieldTest(field, excluded)];
  return (row) =>
    (wanted.length === 0 || isWanted(row, context)) && (excluded.length === 0 || !isExcluded(row, context));
}
