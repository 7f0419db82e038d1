"use client";

import { useMemo, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { countChanges, orderChanges } from "#lib/view/grid/frozen-order.ts";

export interface ShownRow {
  readonly row: FleetRow;
  /** The Shoot left the fleet while its line was held on screen. */
  readonly gone: boolean;
}

interface Frozen {
  /** What the person asked for; another question thaws the order. */
  readonly question: string;
  readonly rows: readonly FleetRow[];
}

/**
 * Keeps every line where it is while somebody points at or moves through the list. The lines themselves stay live; what
 * would come, go or move waits and is counted.
 */
export function useFrozenOrder(question: string, wanted: readonly FleetRow[], all: readonly FleetRow[]) {
  const [frozen, setFrozen] = useState<Frozen>();
  const holds = frozen?.question === question ? frozen : undefined;

  // Held as they stand anyway, they are the same list: the pointer comes and goes, and nothing is gone through again.
  const rows = holds?.rows ?? wanted;
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
    if (rows === wanted) return 0;
    const [held, next] = [rows, wanted].map((list) => list.map(({ uid }) => uid));
    return countChanges(orderChanges(held ?? [], next ?? []));
  }, [rows, wanted]);

  return {
    shown,
    waiting,
    freeze: () => {
      if (!holds) setFrozen({ question, rows: wanted });
    },
    apply: () => setFrozen({ question, rows: wanted }),
    thaw: () => setFrozen(undefined),
  };
}

/** The same object for the same row, so that only lines that changed are painted again. */
const shownRows = perObject((row: FleetRow) => ({ here: { row, gone: false }, gone: { row, gone: true } }));

function shownRow(row: FleetRow, gone: boolean): ShownRow {
  return shownRows(row)[gone ? "gone" : "here"];
}
