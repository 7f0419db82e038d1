"use client";

import { useMemo } from "react";
import { createStore, useStore } from "#components/ui/state/store.ts";
import { toggled } from "#components/ui/state/toggled.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import type { IsClosed } from "#lib/view/grid/list-lines.ts";

/** Closed groups of the list: `others`, or if `all` is set, all but `others`. */
export interface Closing {
  readonly all: boolean;
  readonly others: ReadonlySet<string>;
}

const allOpen: Closing = { all: false, others: new Set() };

// Kept for the lifetime of the tab (`kept-closings.ts`), so that Back restores the list as it was left. Not in the URL,
// which users share.
export const closings = createStore<ReadonlyMap<GroupKey, Closing>>(new Map());

export function useClosedGroups(key: GroupKey | undefined): IsClosed {
  const closing = useStore(closings, (held) => (key === undefined ? undefined : held.get(key))) ?? allOpen;
  return useMemo(() => (value: string) => closing.others.has(value) !== closing.all, [closing]);
}

/** Opens a closed group, and closes an open one. */
export function toggleGroup(key: GroupKey, value: string): void {
  const { all, others } = closings.get().get(key) ?? allOpen;
  keep(key, { all, others: toggled(others, value) });
}

export function closeAllGroups(key: GroupKey, all: boolean): void {
  keep(key, { all, others: new Set() });
}

function keep(key: GroupKey, closing: Closing): void {
  closings.set(new Map(closings.get()).set(key, closing));
}
