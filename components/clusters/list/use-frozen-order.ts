"use client";

import { useMemo, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { countOrderChanges, orderChangesBetween } from "#lib/view/grid/frozen-order.ts";
import { countGroupChanges, type GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";

export interface ListedClusterRow {
  readonly row: FleetRow;
  /** Whether the Shoot was deleted while the order of the rows was frozen. */
  readonly gone: boolean;
}

interface Frozen {
  /** Key of the user's query; a different key unfreezes the order. */
  readonly question: string;
  readonly fleet: GroupedFleet;
}

/**
 * Freezes the order and the groups of the list while the user points at a row or moves the focus through rows. The
 * contents of the rows are still updated. Rows to add, remove or move have to wait; the hook returns their number.
 */
export function useFrozenOrder(question: string, wanted: GroupedFleet, all: readonly FleetRow[]) {
  const [frozen, setFrozen] = useState<Frozen>();
  const holds = frozen?.question === question ? frozen : undefined;

  // Freezing the order that is shown anyway keeps the same object, so that nothing is computed again.
  const fleet = holds?.fleet ?? wanted;
  const { rows, groups } = fleet;
  const now = useMemo(() => new Map(all.map((row) => [row.uid, row])), [all]);
  const shown = useMemo<readonly ListedClusterRow[]>(
    () =>
      rows.map((row) => {
        const live = now.get(row.uid);
        return shownRow(live ?? row, live === undefined);
      }),
    [rows, now],
  );

  const waiting = useMemo(() => {
    if (fleet === wanted) return 0;
    const [held, next] = [fleet, wanted].map((list) => list.rows.map(({ uid }) => uid));
    return Math.max(countOrderChanges(orderChangesBetween(held ?? [], next ?? [])), countGroupChanges(fleet, wanted));
  }, [fleet, wanted]);

  return {
    shown,
    groups,
    waiting,
    freeze: () => {
      if (!holds) setFrozen({ question, fleet: wanted });
    },
    apply: () => setFrozen({ question, fleet: wanted }),
    thaw: () => setFrozen(undefined),
  };
}

/** Returns the same object for the same row, so that React renders only changed rows again. */
const shownRows = memoizePerObject((row: FleetRow) => ({ here: { row, gone: false }, gone: { row, gone: true } }));

function shownRow(row: FleetRow, gone: boolean): ListedClusterRow {
  return shownRows(row)[gone ? "gone" : "here"];
}
