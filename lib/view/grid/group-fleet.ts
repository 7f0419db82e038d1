import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Grouping } from "#lib/fleet/fleet-grouping.ts";
import { type GroupDefinition, groupDefinitionOf } from "./group-definitions.ts";
import { type GroupTotals, groupTotalsOf } from "./group-totals.ts";
import type { GroupedFleet } from "./grouped-fleet.ts";

/** Assigns each row to exactly one group; rows keep their order within their group. */
export function groupFleet(rows: readonly FleetRow[], grouping: Grouping | undefined, now: number): GroupedFleet {
  if (grouping === undefined) return { rows };
  const definition: GroupDefinition = groupDefinitionOf(grouping.key);
  const byValue = Map.groupBy(rows, (row) => definition.valueOf(row, now));
  const found = [...byValue].map(([value, held]) => ({
    value,
    rows: held,
    order: definition.orderOf(value),
    ...(grouping.worst && { totals: groupTotalsOf(held, now) }),
  }));
  found.sort(
    (a, b) =>
      worseFirst(a.totals, b.totals) ||
      compareOrder(a.order, b.order) ||
      (definition.largestFirst ? b.rows.length - a.rows.length : 0) ||
      (a.value < b.value ? -1 : 1),
  );
  let from = 0;
  const groups = found.map(({ value, rows: { length: count } }) => {
    const group = { value, title: definition.titleOf(value), from, count };
    from += count;
    return group;
  });
  return { rows: found.flatMap((group) => group.rows), groups };
}

function worseFirst(a: GroupTotals | undefined, b: GroupTotals | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return b.unhealthy - a.unhealthy || b.forcedSoon - a.forcedSoon || b.stuck - a.stuck || b.unknown - a.unknown;
}

function compareOrder(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
