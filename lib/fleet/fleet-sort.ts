import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizeEveryKey } from "#lib/memo/memoize-every-key.ts";
import { compareText, naturalKey } from "#lib/strings/natural-key.ts";
import type { SortContext, SortValue } from "./fields/field-definition.ts";
import type { SortTerm } from "./fields/field-names.ts";
import { sortValueOf } from "./fields/fleet-fields.ts";
import { nameSortKeyOf } from "./fields/name-key.ts";

/** Returns the rows in a new array, sorted by the terms, then by name, so that the order is deterministic. */
export function sortFleet(
  rows: readonly FleetRow[],
  terms: readonly SortTerm[],
  context: Pick<SortContext, "windowBegin">,
): readonly FleetRow[] {
  // In the default order, name keys are compared directly, which is faster.
  if (terms.length === 0)
    return rows
      .map((row) => ({ row, name: nameSortKeyOf(row) }))
      .sort(byName)
      .map(({ row }) => row);
  // Sort keys are cached, as ten thousand rows share few projects, versions and seeds.
  const keyedContext = { ...context, keyOf: memoizeEveryKey(naturalKey) };
  const keyed = rows.map((row) => ({
    row,
    name: nameSortKeyOf(row),
    values: terms.map(({ key }) => sortValueOf(row, key, keyedContext)),
  }));
  keyed.sort((a, b) => {
    // Indexed loop: iterators and pairs would noticeably slow down the hundred thousand comparisons of a sort.
    for (let place = 0; place < terms.length; place += 1) {
      const order = compareValues(a.values[place], b.values[place]);
      if (order !== 0) return terms[place]?.descending ? -order : order;
    }
    return byName(a, b);
  });
  return keyed.map(({ row }) => row);
}

interface Named {
  readonly row: FleetRow;
  readonly name: string;
}

function byName(a: Named, b: Named): number {
  return compareText(a.name, b.name) || compareText(a.row.uid, b.row.uid);
}

function compareValues(a: SortValue | undefined, b: SortValue | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareText(String(a ?? ""), String(b ?? ""));
}
