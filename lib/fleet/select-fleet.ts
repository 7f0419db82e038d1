import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "./fields/create-fleet-context.ts";
import { type FilterField, filterFields } from "./fields/fleet-fields.ts";
import { createForcedChangeFilter, type ForcedChangeFilter } from "./fields/forced-filter.ts";
import { createRowTests, type RowTest, rowTestKeyOf } from "./filter-fleet.ts";
import { FacetCounts, type FacetValue } from "./fleet-facets.ts";
import type { FleetQuery } from "./fleet-query.ts";

export interface FleetSelection {
  readonly rows: readonly FleetRow[];
  /** For each field, the number of rows that selecting each value would show, given all other filters. */
  readonly facets: ReadonlyMap<string, readonly FacetValue[]>;
  /** Number of rows that only one filter hides, by filter; `q` stands for the search text. */
  readonly hiddenBy: ReadonlyMap<string, number>;
}

/** Fields that a screen can request counts for. */
export const facetKeys: readonly string[] = filterFields.filter(({ facet }) => facet).map(({ key }) => key);

/** Time for filters, and fields whose values to count. Counting is most of the work: request only visible fields. */
export interface SelectionContext extends FleetContext {
  readonly counted?: readonly string[];
}

/**
 * Filters the rows and counts the values of fields in one pass. A row that fails a single filter still counts in that
 * filter's own facet, so that the number beside a checkbox is what selecting it would show.
 */
export function selectFleet(rows: readonly FleetRow[], query: FleetQuery, context: SelectionContext): FleetSelection {
  const forced = createForcedChangeFilter(query.filters);
  const tests = createRowTests(query, forced, context);
  const counted = filterFields.filter(({ key }) => (context.counted ?? facetKeys).includes(key));
  const counts = new FacetCounts(
    counted.map((field) => ({
      field,
      testKey: rowTestKeyOf(field.key, query),
      valuesOf: valuesOf(field, { forced, context }),
    })),
  );
  const asked = [...tests].map(([key, test]) => ({ key, test }));
  const hiddenBy = new Map<string, number>();
  const kept: FleetRow[] = [];
  for (const row of rows) {
    const failed = onlyFailure(row, asked);
    if (failed === "several") continue;
    if (failed === undefined) kept.push(row);
    else hiddenBy.set(failed, (hiddenBy.get(failed) ?? 0) + 1);
    counts.add(row, failed);
  }
  return { rows: kept, facets: counts.ranked((key) => askedOf(key, query)), hiddenBy };
}

function valuesOf(
  field: FilterField,
  { forced, context }: { readonly forced: ForcedChangeFilter; readonly context: FleetContext },
): (row: FleetRow) => readonly string[] {
  if (field.key === "forceIn") return (row) => forced.buckets(row, context);
  if (field.key === "hop") return (row) => forced.kinds(row, context);
  return (row) => field.valuesOf(row, context);
}

/** The selected values of a facet. They stay listed with a count of zero, so that they can be deselected. */
function askedOf(key: string, { filters }: FleetQuery): readonly string[] {
  return (filters.get(key) ?? []).map((value) => value.replace(/^-/, ""));
}

function onlyFailure(
  row: FleetRow,
  tests: readonly { readonly key: string; readonly test: RowTest }[],
): string | undefined | "several" {
  let failed: string | undefined;
  for (const { key, test } of tests) {
    if (test(row)) continue;
    if (failed !== undefined) return "several";
    failed = key;
  }
  return failed;
}
