"use client";

import { type ReactNode, useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Grouping } from "#lib/fleet/fleet-grouping.ts";
import { groupFleet } from "#lib/view/grid/group-fleet.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import { restoreClosedGroups } from "../layout/stored-closed-groups.ts";
import { groupTotalsText } from "./group-head.tsx";
import { GroupRow } from "./group-row.tsx";
import { StickyGroupHeader } from "./sticky-group-header.tsx";

restoreClosedGroups();

interface GroupedRowsProps {
  readonly rows: readonly FleetRow[];
  readonly grouping: Grouping;
  readonly now: number;
  readonly children: (fleet: GroupedFleet, looks: GroupHeaderComponents) => ReactNode;
}

/** Passes grouped rows to its children. Groups are computed again only if rows, grouping or minute change. */
export function GroupedRows({ rows, grouping, now, children }: GroupedRowsProps) {
  return children(
    useMemo(() => groupFleet(rows, grouping, now), [rows, grouping, now]),
    groupLooks,
  );
}

/** Components of the group headers. They are loaded together with this module, because most lists have no groups. */
const groupLooks = { Row: GroupRow, Sticky: StickyGroupHeader, lightTotals: groupTotalsText } as const;
export type GroupHeaderComponents = typeof groupLooks;
