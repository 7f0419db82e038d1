// biome-ignore-all lint/a11y/useKeyWithClickEvents: for the pointer alone; the keyboard has the head itself.
// biome-ignore-all lint/a11y/noStaticElementInteractions: as above.
"use client";

import { clsx } from "clsx";
import { useStateStore } from "#components/ui/state/store.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import type { ListLines } from "#lib/view/grid/list-lines.ts";
import { GroupHead } from "./group-head.tsx";
import { headContentClass } from "./group-row.tsx";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import type { ShownRow } from "./use-frozen-order.ts";
import type { VirtualList } from "./virtual-list.ts";

interface StickyHeadProps {
  readonly window: VirtualList;
  readonly list: Pick<ClusterListLines, "lines" | "membersOf">;
  /** `line` is the head, which closes its group. */
  readonly onClose: (group: FleetGroup, line: number) => void;
  /** CSS class of its sticky position. */
  readonly className: string;
  /** Narrow screens have no room for the group's totals. */
  readonly narrow?: boolean;
}

/**
 * Head of the group at the top once its own head is out of view. For sighted and pointer users; screen readers get the
 * group with each row.
 */
export function StickyHead({
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
        <span className={headContentClass}>
          <GroupHead title={group.title} expanded members={membersOf(group)} form={narrow ? "brief" : "line"} />
        </span>
      </div>
    </div>
  );
}

/** Index of the group whose head is above the top line; -1 if none. */
function groupAbove(lines: ListLines<ShownRow>, top: number): number {
  const place = lines.groupAt(Math.floor(top));
  return top > (lines.headOf(place) ?? Number.POSITIVE_INFINITY) ? place : -1;
}
