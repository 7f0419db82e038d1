import type { FleetRow } from "#lib/contract/fleet.ts";

/** Group of consecutive rows in a list that have a common value. */
export interface FleetGroup {
  /** Common value of the group's rows, independent of the language. */
  readonly value: string;
  readonly title: string;
  /** Index of the group's first row among all rows, and number of its rows. */
  readonly from: number;
  readonly count: number;
}

/** Rows in the order of the list, with groups if grouping is on. */
export interface GroupedFleet {
  readonly rows: readonly FleetRow[];
  readonly groups?: readonly FleetGroup[];
}

/** Number of rows in both lists that have moved to another group. */
export function countGroupChanges(shown: GroupedFleet, next: GroupedFleet): number {
  if (shown.groups === undefined || next.groups === undefined) return 0;
  const was = groupOfEach(shown);
  let changes = 0;
  for (const [uid, value] of groupOfEach(next)) if ((was.get(uid) ?? value) !== value) changes += 1;
  return changes;
}

function groupOfEach({ rows, groups = [] }: GroupedFleet): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { value, from, count } of groups)
    for (const { uid } of rows.slice(from, from + count)) values.set(uid, value);
  return values;
}
