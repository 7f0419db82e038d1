"use client";

import { useMemo, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { countChanges, orderChanges } from "#lib/view/grid/frozen-order.ts";
import { type GroupedFleet, groupChanges } from "#lib/view/grid/grouped-fleet.ts";

export interface ShownRow {
  readonly row: FleetRow;
  /** The Shoot left the fleet while its line was held on screen. */
  readonly gone: boolean;
}

interface Frozen {
  /** What the person asked for; another question thaws the order. */
  readonly question: string;
  readonly fleet: GroupedFleet;
}

/**
 * Keeps every line where it is, and in its group, while somebody points at or moves through the list. The lines themselves
 * stay live; what would come, go or move waits and is counted.
 */
export function useFrozenOrder(question: string, wanted: GroupedFleet, all: readonly FleetRow[]) {
  const [frozen, setFrozen] = useState<Frozen>();
  const holds = frozen?.question === question ? frozen : undefined;

  // Held as they stand anyway, they are the same list: the pointer comes and goes, and nothing is gone through again.
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

/** The same object for the same row, so that only lines that changed are painted again. */
const shownRows = perObject((row: FleetRow) => ({ here: { row, gone: false }, gone: { row, gone: true } }));

function shownRow(row: FleetRow, gone: boolean): ShownRow {
  return shownRows(row)[gone ? "gone" : "here"];
}
