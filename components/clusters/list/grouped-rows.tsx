"use client";

import { type ReactNode, useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Grouping } from "#lib/fleet/fleet-grouping.ts";
import { groupFleet } from "#lib/view/grid/group-fleet.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import { restoreClosedGroups } from "../layout/stored-closed-groups.ts";
import { textOnlyTotals } from "./group-head.tsx";
import { GroupRow } from "./group-row.tsx";
import { StickyHead } from "./sticky-head.tsx";

restoreClosedGroups();

interface GroupedRowsProps {
  readonly rows: readonly FleetRow[];
  readonly grouping: Grouping;
  readonly now: number;
  readonly children: (fleet: GroupedFleet, looks: GroupLooks) => ReactNode;
}

/** Groups rows once for the same rows, grouping and minute. */
export function GroupedRows({ rows, grouping, now, children }: GroupedRowsProps) {
  return children(
    useMemo(() => groupFleet(rows, grouping, now), [rows, grouping, now]),
    groupLooks,
  );
}

/** Components of group heads in the grid. Loaded with the groups, which most lists do not have. */
const groupLooks = { Row: GroupRow, Sticky: StickyHead, lightTotals: textOnlyTotals } as const;
export type GroupLooks = typeof groupLooks;
