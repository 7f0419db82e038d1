"use client";

import { useMemo } from "react";
import { createStore, useStore } from "#components/ui/state/store.ts";
import { toggled } from "#components/ui/state/toggled.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import type { IsClosed } from "#lib/view/grid/list-lines.ts";

/** Which groups are closed: those named, or all but those. */
export interface Closing {
  readonly all: boolean;
  readonly others: ReadonlySet<string>;
}

const allOpen: Closing = { all: false, others: new Set() };

// For as long as the tab lives (`kept-closings.ts`), so that Back leads to the list as it was left; no part of the address,
// where it would be everybody's.
export const closings = createStore<ReadonlyMap<GroupKey, Closing>>(new Map());

export function useClosedGroups(key: GroupKey | undefined): IsClosed {
  const closing = useStore(closings, (held) => (key === undefined ? undefined : held.get(key))) ?? allOpen;
  return useMemo(() => (value: string) => closing.others.has(value) !== closing.all, [closing]);
}

/** Opens a group that is closed, and closes one that is open. */
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
