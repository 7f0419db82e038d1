"use client";

import { useMemo } from "react";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { withMemberToggled } from "#components/ui/state/with-member-toggled.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import type { IsGroupCollapsed } from "#lib/view/grid/list-lines.ts";

/** Collapsed groups of the list: those in `others`, or if `all` is true, all groups except those in `others`. */
export interface ClosedGroups {
  readonly all: boolean;
  readonly others: ReadonlySet<string>;
}

const allOpen: ClosedGroups = { all: false, others: new Set() };

// The collapsed groups are kept as long as the tab exists (`stored-closed-groups.ts`), so that Back restores the list
// as the user left it. They are not in the URL, because users share URLs.
export const closedGroupsStore = createStateStore<ReadonlyMap<GroupKey, ClosedGroups>>(new Map());

export function useIsGroupClosed(key: GroupKey | undefined): IsGroupCollapsed {
  const closing =
    useStateStore(closedGroupsStore, (held) => (key === undefined ? undefined : held.get(key))) ?? allOpen;
  return useMemo(() => (value: string) => closing.others.has(value) !== closing.all, [closing]);
}

/** Expands a collapsed group, or collapses an expanded one. */
export function toggleGroup(key: GroupKey, value: string): void {
  const { all, others } = closedGroupsStore.get().get(key) ?? allOpen;
  keep(key, { all, others: withMemberToggled(others, value) });
}

export function setAllGroupsClosed(key: GroupKey, all: boolean): void {
  keep(key, { all, others: new Set() });
}

function keep(key: GroupKey, closing: ClosedGroups): void {
  closedGroupsStore.set(new Map(closedGroupsStore.get()).set(key, closing));
}
