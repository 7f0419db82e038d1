"use client";

import { useMemo } from "react";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { toggled } from "#components/ui/state/toggled.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import type { IsClosed } from "#lib/view/grid/list-lines.ts";

/** Closed groups of the list: `others`, or if `all` is set, all but `others`. */
export interface ClosedGroups {
  readonly all: boolean;
  readonly others: ReadonlySet<string>;
}

const allOpen: ClosedGroups = { all: false, others: new Set() };

// Kept for the lifetime of the tab (`stored-closed-groups.ts`), so that Back restores the list as it was left. Not in
// the URL, which users share.
export const closedGroupsStore = createStateStore<ReadonlyMap<GroupKey, ClosedGroups>>(new Map());

export function useClosedGroups(key: GroupKey | undefined): IsClosed {
  const closing =
    useStateStore(closedGroupsStore, (held) => (key === undefined ? undefined : held.get(key))) ?? allOpen;
  return useMemo(() => (value: string) => closing.others.has(value) !== closing.all, [closing]);
}

/** Opens a closed group, and closes an open one. */
export function toggleGroup(key: GroupKey, value: string): void {
  const { all, others } = closedGroupsStore.get().get(key) ?? allOpen;
  keep(key, { all, others: toggled(others, value) });
}

export function setAllGroupsClosed(key: GroupKey, all: boolean): void {
  keep(key, { all, others: new Set() });
}

function keep(key: GroupKey, closing: ClosedGroups): void {
  closedGroupsStore.set(new Map(closedGroupsStore.get()).set(key, closing));
}
