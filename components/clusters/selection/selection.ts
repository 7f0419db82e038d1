"use client";

import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { toggled } from "#components/ui/state/toggled.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

// The selected clusters, by uid so that filters and live changes do not affect them. Each row subscribes separately:
// selecting one of ten thousand renders one row.
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

/** Selects or deselects all of these rows. */
export function selectAll(rows: readonly FleetRow[], on: boolean): void {
  const next = new Set(selection.get());
  for (const { uid } of rows) {
    if (on) next.add(uid);
    else next.delete(uid);
  }
  selection.set(next);
}

/** Toggles one row, which becomes the anchor of the next range. */
export function toggleSelected(uid: string): void {
  anchor = uid;
  selection.set(toggled(selection.get(), uid));
}

/** Selects all of these rows, or deselects them if all are selected. */
export function toggleAll(rows: readonly FleetRow[]): void {
  selectAll(
    rows,
    rows.some(({ uid }) => !isSelected(uid)),
  );
}

/**
 * Gives every row from the anchor to this one the anchor's state.
 *
 * @param rows row of each line; undefined for lines that are no cluster
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
  selectAll(
    rows.slice(low, high + 1).filter((row) => row !== undefined),
    selection.get().has(anchor) || from === to,
  );
}
