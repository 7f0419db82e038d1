"use client";

import { useCallback, useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import { perObject } from "#lib/memo/per-object.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import { ListLines } from "#lib/view/grid/list-lines.ts";
import { toggleGroup, useClosedGroups } from "../layout/closed-groups.ts";
import type { ShownRow } from "./use-frozen-order.ts";

/** Clusters of a group as they are now; their totals are computed when the head is rendered. */
export interface GroupMembers {
  readonly rows: readonly FleetRow[];
  readonly now: number;
}

interface ListOptions {
  readonly shown: readonly ShownRow[];
  readonly groups: readonly FleetGroup[] | undefined;
  /** Key of the grouping. */
  readonly by: GroupKey | undefined;
  readonly now: number;
}

/** Content of each line of the list of clusters, for the grid and for cards. */
export interface ClusterListLines {
  readonly lines: ListLines<ShownRow>;
  /** All listed clusters, including those of closed groups. */
  readonly rows: readonly FleetRow[];
  /** Key of a line, independent of its position. */
  readonly keyAt: (line: number) => string | undefined;
  /** Present index of the line with this key; undefined if it is not shown. */
  readonly lineOf: (key: string) => number | undefined;
  /** Returns the same object as long as nothing changes. */
  readonly membersOf: (group: FleetGroup) => GroupMembers;
  readonly toggle: (group: FleetGroup) => void;
}

export function useClusterListLines({ shown, groups, by, now }: ListOptions): ClusterListLines {
  const isClosed = useClosedGroups(by);
  const lines = useMemo(() => new ListLines(shown, groups, isClosed), [shown, groups, isClosed]);
  const rows = useMemo(() => shown.map(({ row }) => row), [shown]);
  const membersOf = useMemo(
    () =>
      perObject(({ from, count }: FleetGroup): GroupMembers => {
        return { rows: rows.slice(from, from + count), now };
      }),
    [rows, now],
  );
  const keyAt = useCallback(
    (line: number) => {
      const head = lines.headAt(line);
      return head ? keyOfGroup(head.group) : lines.rowAt(line)?.row.uid;
    },
    [lines],
  );
  const lineOf = useCallback(
    (key: string) => {
      if (!key.startsWith(groupMark)) return lines.lineOfRow(shown.findIndex(({ row }) => row.uid === key));
      return lines.headOf(groups?.findIndex((group) => keyOfGroup(group) === key) ?? -1);
    },
    [lines, shown, groups],
  );
  const toggle = useCallback(
    ({ value }: FleetGroup) => {
      if (by !== undefined) toggleGroup(by, value);
    },
    [by],
  );
  return { lines, rows, keyAt, lineOf, membersOf, toggle };
}

/** No uid begins like this. */
const groupMark = "group ";

function keyOfGroup({ value }: FleetGroup): string {
  return `${groupMark}${value}`;
}
