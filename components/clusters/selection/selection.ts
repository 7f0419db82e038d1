"use client";

import { createStore, useStore } from "#components/ui/state/store.ts";
import { toggled } from "#components/ui/state/toggled.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

// Which clusters are marked, beside the query cache: by uid, so that filters and live changes leave it alone. Lines listen
// one by one: marking one of ten thousand paints one line.
const selection = createStore<ReadonlySet<string>>(new Set());
let anchor: string | undefined;

export function useSelection(): ReadonlySet<string> {
  return useStore(selection);
}

export function isSelected(uid: string): boolean {
  return selection.get().has(uid);
}

export function useIsSelected(uid: string): boolean {
  return useStore(selection, (selected) => selected.has(uid));
}

export function clearSelection(): void {
  anchor = undefined;
  selection.set(new Set());
}

/** Marks or unmarks all of them. */
export function selectAll(rows: readonly FleetRow[], on: boolean): void {
  const next = new Set(selection.get());
  for (const { uid } of rows) {
    if (on) next.add(uid);
    else next.delete(uid);
  }
  selection.set(next);
}

/** Turns one line over; it becomes where a range begins. */
export function toggleSelected(uid: string): void {
  anchor = uid;
  selection.set(toggled(selection.get(), uid));
}

/** Turns all of them over together: marked where one of them is not. */
export function toggleAll(rows: readonly FleetRow[]): void {
  selectAll(
    rows,
    rows.some(({ uid }) => !isSelected(uid)),
  );
}

/**
 * Makes every line from where the last one was turned over to this one as that one is.
 *
 * @param rows what stands in each line; nothing in those that are no cluster
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
