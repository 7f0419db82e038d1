"use client";

import { memo, Suspense, useEffect } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { UserShortcutHint } from "#components/data/keys/user-shortcut-hint.tsx";
import { recordShownList } from "#components/data/storage/recently-shown-list.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SortKey, SortTerm } from "#lib/fleet/fields/field-names.ts";
import { formatGrouping } from "#lib/fleet/fleet-grouping.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import type { FleetColumn } from "../columns/columns.tsx";
import { findFocusedCluster, findFocusedRow, type useClusterPeekPanel } from "../peek/use-peek.ts";
import { ClusterGrid, GridSkeleton } from "./cluster-grid.tsx";
import type { GroupHeaderComponents } from "./grouped-rows.tsx";
import { useClusterListLines } from "./use-cluster-list-lines.ts";
import { useFrozenOrder } from "./use-frozen-order.ts";

const loadCards = async () => (await import("./cluster-cards.tsx")).ClusterCards;
const ClusterCards = lazyComponent(loadCards);

function useNarrow(): boolean {
  return useMediaQuery("(width < 48rem)");
}

/** Preloads the card list on narrow screens while the fleet is being read. */
export function usePreloadClusterCards(): void {
  const narrow = useNarrow();
  useEffect(() => {
    if (narrow) preloadModule(loadCards);
  }, [narrow]);
}

interface ClusterListProps {
  readonly all: readonly FleetRow[];
  /** Clusters to show, in the requested order. */
  readonly fleet: GroupedFleet;
  /** Components of the group headers; undefined if the list has no groups. */
  readonly groupLooks?: GroupHeaderComponents;
  readonly now: number;
  readonly columns: readonly FleetColumn[];
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
  readonly peek: Pick<ReturnType<typeof useClusterPeekPanel>, "toggle" | "follow">;
}

/** Cluster list as grid or cards. The row order is frozen while the user points at a row or has focused one. */
export const ClusterList = memo(function ClusterList({
  all,
  fleet,
  groupLooks,
  now,
  columns,
  query,
  onChange,
  peek,
}: ClusterListProps) {
  const { shown, groups, waiting, freeze, apply, thaw } = useFrozenOrder(questionOf(query), fleet, all);
  const list = useClusterListLines({ shown, groups, by: groups && query.group?.key, now });
  const narrow = useNarrow();
  useEffect(() => recordShownList(shown), [shown]);
  useShortcut(".", apply);
  useShortcut("a", openActions);
  useShortcut("p", () => {
    const cluster = findFocusedCluster();
    if (cluster) peek.toggle(cluster);
  });

  if (narrow)
    return (
      <Suspense fallback={<GridSkeleton columns={columns} />}>
        <ClusterCards list={list} chosen={query.columns && columns} />
      </Suspense>
    );
  return (
    <>
      <ClusterGrid
        list={list}
        groupLooks={groupLooks}
        columns={columns}
        query={query}
        onSort={(key, add) => onChange({ ...query, sort: nextSort(query.sort, key, add) })}
        onEnter={freeze}
        onLeave={thaw}
        peek={peek}
      />
      {waiting > 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center">
          <Button
            variant="primary"
            size="sm"
            onClick={apply}
            onPointerEnter={freeze}
            className="pointer-events-auto animate-rise shadow-overlay"
          >
            {richText("{changes, plural, one {# change} other {# changes}}, press <key></key> to apply", {
              changes: waiting,
              key: () => <UserShortcutHint usual="." />,
            })}
          </Button>
        </div>
      )}
    </>
  );
});

function openActions(): void {
  const button = findFocusedRow()?.querySelector("[data-row-actions]");
  if (button instanceof HTMLElement) button.click();
}

/** Returns a key of the query for which the row order is frozen; a different key unfreezes the order. */
function questionOf(query: FleetQuery): string {
  const grouped = query.group ? formatGrouping(query.group) : "";
  return `${formatFleetQuery(query)} ${query.pinned === true} ${query.since ?? ""} ${grouped}`;
}

/** Returns the sorting after a click on a column: ascending, then descending, then the default order by name. */
function nextSort(sort: readonly SortTerm[], key: SortKey, add: boolean): readonly SortTerm[] {
  const held = sort.find((term) => term.key === key);
  const others = add ? sort.filter((term) => term.key !== key) : [];
  if (held?.descending) return others;
  return [...others, { key, descending: held !== undefined }];
}
