"use client";

import { useSyncExternalStore } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";

// Which clusters are marked, beside the query cache: by uid, so that filters and live changes leave it alone. Lines listen
// one by one: marking one of ten thousand paints one line.
let selected: ReadonlySet<string> = new Set();
let anchor: string | undefined;
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  selected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: ReadonlySet<string> = new Set();

export function useSelection(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => selected,
    () => nothing,
  );
}

export function useIsSelected(uid: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => selected.has(uid),
    () => false,
  );
}

export function clearSelection(): void {
  anchor = undefined;
  change(new Set());
}

/** Marks or unmarks all of them. */
export function selectAll(rows: readonly FleetRow[], on: boolean): void {
  const next = new Set(selected);
  for (const { uid } of rows) {
    if (on) next.add(uid);
    else next.delete(uid);
  }
  change(next);
}

/** Turns one line over; it becomes where a range begins. */
export function toggleSelected(uid: string): void {
  const next = new Set(selected);
  if (!next.delete(uid)) next.add(uid);
  anchor = uid;
  change(next);
}

/** Makes every line from where the last one was turned over to this one as that one is. */
export function selectRange(rows: readonly FleetRow[], to: number): void {
  const target = rows[to];
  if (target === undefined) return;
  const from = anchor === undefined ? -1 : rows.findIndex(({ uid }) => uid === anchor);
  if (from < 0 || anchor === undefined) {
    toggleSelected(target.uid);
    return;
  }
  const [low, high] = from < to ? [from, to] : [to, from];
  selectAll(rows.slice(low, high + 1), selected.has(anchor) || from === to);
}
