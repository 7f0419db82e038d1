"use client";

import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { withMemberToggled } from "#components/ui/state/with-member-toggled.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

// Uids of the selected clusters, so that filters and updates do not change the selection. Each row has its own
// subscription: selecting one of ten thousand clusters renders only one row.
const selection = createStateStore<ReadonlySet<string>>(new Set());
let anchor: string | undefined;

export function useSelection(): ReadonlySet<string> {
  return useStateStore(selection);
}

export function isSelected(uid: string): boolean {
  return selection.get().has(uid);
}

export function useIsSelected(uid: string): boolean {
  return useStateStore(selection, (selected) => selected.has(uid));
}

export function clearSelection(): void {
  anchor = undefined;
  selection.set(new Set());
}

/** Selects the given rows, or deselects them if `on` is false. */
export function setRowsSelected(rows: readonly FleetRow[], on: boolean): void {
  const next = new Set(selection.get());
  for (const { uid } of rows) {
    if (on) next.add(uid);
    else next.delete(uid);
  }
  selection.set(next);
}

/** Selects or deselects one row. The next range selection begins at this row. */
export function toggleSelected(uid: string): void {
  anchor = uid;
  selection.set(withMemberToggled(selection.get(), uid));
}

/** Selects the given rows, or deselects them if all are selected already. */
export function toggleRowsSelected(rows: readonly FleetRow[]): void {
  setRowsSelected(
    rows,
    rows.some(({ uid }) => !isSelected(uid)),
  );
}

/**
 * Selects all rows from the row toggled last to this one, or deselects them if the row toggled last is deselected.
 * @param rows cluster row of each line; undefined for group headers
 */
export function selectRange(rows: readonly (FleetRow | undefined)[], to: number): void {
  const target = rows[to];
  if (target === undefined) return;
  const from = anchor === undefined ? -1 : rows.findIndex((row) => row?.uid === anchor);
  if (from < 0 || anchor === undefined) {
    toggleSelected(target.uid);
    return;
  }
  const [low, high] = from < to ? [from, to] : [to, from];
  setRowsSelected(
    rows.slice(low, high + 1).filter((row) => row !== undefined),
    selection.get().has(anchor) || from === to,
  );
}
