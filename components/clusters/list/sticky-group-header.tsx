// biome-ignore-all lint/a11y/useKeyWithClickEvents: for the pointer alone; the keyboard has the head itself.
// biome-ignore-all lint/a11y/noStaticElementInteractions: as above.
"use client";

import { clsx } from "clsx";
import { useStateStore } from "#components/ui/state/store.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import type { ListLines } from "#lib/view/grid/list-lines.ts";
import { GroupHead } from "./group-head.tsx";
import { groupHeaderContentClass } from "./group-row.tsx";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import type { ListedClusterRow } from "./use-frozen-order.ts";
import type { VirtualList } from "./virtual-list.ts";

interface StickyHeadProps {
  readonly window: VirtualList;
  readonly list: Pick<ClusterListLines, "lines" | "membersOf">;
  /** Called to collapse the group; `line` is the index of the group's header. */
  readonly onClose: (group: FleetGroup, line: number) => void;
  /** CSS class with the sticky position of the header. */
  readonly className: string;
  /** Whether to leave out the group's totals, for narrow screens. */
  readonly narrow?: boolean;
}

/**
 * Header of the current group, shown at the top of the list once the group's own header is scrolled out of view. Hidden
 * from screen readers, which announce the group with each row.
 */
export function StickyGroupHeader({
  window,
  list: { lines, membersOf },
  onClose,
  className,
  narrow = false,
}: StickyHeadProps) {
  const place = useStateStore(window.top, (top) => groupAbove(lines, top));
  const group = lines.groups?.[place];
  const line = lines.headOf(place);
  if (group === undefined || line === undefined) return null;
  return (
    <div
      aria-hidden
      data-sticky-head
      data-print="hidden"
      className={clsx("sticky z-20 h-0 min-w-(--least)", className)}
    >
      <div
        onClick={() => onClose(group, line)}
        className={clsx(
          "flex h-(--row) cursor-pointer items-center border-b border-hairline bg-surface pr-4 hover:bg-hover",
          narrow ? "pl-4" : "pl-12",
        )}
      >
        <span className={groupHeaderContentClass}>
          <GroupHead title={group.title} expanded members={membersOf(group)} form={narrow ? "brief" : "line"} />
        </span>
      </div>
    </div>
  );
}

/** Returns the index of the group that contains the topmost visible line; -1 if its header is still visible. */
function groupAbove(lines: ListLines<ListedClusterRow>, top: number): number {
  const place = lines.groupAt(Math.floor(top));
  return top > (lines.headOf(place) ?? Number.POSITIVE_INFINITY) ? place : -1;
}
