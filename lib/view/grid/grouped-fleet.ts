import type { FleetRow } from "#lib/contract/fleet.ts";

/** Clusters that follow one another in the list because they have something in common. */
export interface FleetGroup {
  /** What they have in common, as it stays the same whatever it is called. */
  readonly value: string;
  readonly title: string;
  /** The place of its first row among all rows, and how many there are. */
  readonly from: number;
  readonly count: number;
}

/** The rows in the order of the list, and its groups; without them where nobody asks for any. */
export interface GroupedFleet {
  readonly rows: readonly FleetRow[];
  readonly groups?: readonly FleetGroup[];
}

/** How many rows are in another group than they were, of those that both have. */
export function groupChanges(shown: GroupedFleet, next: GroupedFleet): number {
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
