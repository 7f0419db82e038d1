import type { FleetRow } from "#lib/contract/fleet.ts";
import { remembered } from "#lib/memo/remembered.ts";
import { compareText, naturalKey } from "#lib/strings/natural-key.ts";
import type { SortContext, SortValue } from "./fields/field-definition.ts";
import type { SortTerm } from "./fields/field-names.ts";
import { fleetFields } from "./fields/fleet-fields.ts";
import { nameKeyOf } from "./fields/name-key.ts";

/** Returns a new array in the given order; equal rows are ordered by name, so that the order is deterministic. */
export function sortFleet(
  rows: readonly FleetRow[],
  terms: readonly SortTerm[],
  context: Pick<SortContext, "windowBegin">,
): readonly FleetRow[] {
  // Fast path for the default order: name keys are compared directly.
  if (terms.length === 0)
    return rows
      .map((row) => ({ row, name: nameKeyOf(row) }))
      .sort(byName)
      .map(({ row }) => row);
  // Cached, as ten thousand rows share few projects, versions and seeds.
  const keyedContext = { ...context, keyOf: remembered(naturalKey) };
  const keyed = rows.map((row) => ({
    row,
    name: nameKeyOf(row),
    values: terms.map(({ key }) => fleetFields[key].sort(row, keyedContext)),
  }));
  keyed.sort((a, b) => {
    // Indexed loop: an iterator and a pair for each of a hundred thousand comparisons would be noticeably slow.
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
