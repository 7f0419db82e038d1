"use client";

import { useMemo, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { countChanges, orderChanges } from "#lib/view/grid/frozen-order.ts";
import { type GroupedFleet, groupChanges } from "#lib/view/grid/grouped-fleet.ts";

export interface ShownRow {
  readonly row: FleetRow;
  /** The Shoot left the fleet while its row was frozen on screen. */
  readonly gone: boolean;
}

interface Frozen {
  /** The user's query; another query unfreezes the order. */
  readonly question: string;
  readonly fleet: GroupedFleet;
}

/**
 * Freezes the order and grouping of the rows while the user points at or moves through the list. Their content stays
 * live; rows to add, remove or move wait and are counted.
 */
export function useFrozenOrder(question: string, wanted: GroupedFleet, all: readonly FleetRow[]) {
  const [frozen, setFrozen] = useState<Frozen>();
  const holds = frozen?.question === question ? frozen : undefined;

  // Freezing the order that is shown anyway keeps the same object, so that nothing is computed again.
  const fleet = holds?.fleet ?? wanted;
  const { rows, groups } = fleet;
  const now = useMemo(() => new Map(all.map((row) => [row.uid, row])), [all]);
  const shown = useMemo<readonly ShownRow[]>(
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
    return Math.max(countChanges(orderChanges(held ?? [], next ?? [])), groupChanges(fleet, wanted));
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

/** Caches one object for each row, so that only changed rows are rendered again. */
const shownRows = perObject((row: FleetRow) => ({ here: { row, gone: false }, gone: { row, gone: true } }));

function shownRow(row: FleetRow, gone: boolean): ShownRow {
  return shownRows(row)[gone ? "gone" : "here"];
}
