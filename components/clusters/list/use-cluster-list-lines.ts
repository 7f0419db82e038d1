"use client";

import { useCallback, useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import { ListLines } from "#lib/view/grid/list-lines.ts";
import { toggleGroup, useIsGroupClosed } from "../layout/closed-groups.ts";
import type { ListedClusterRow } from "./use-frozen-order.ts";

/** Current clusters of a group. Their totals are computed only when the group's header is rendered. */
export interface GroupMembers {
  readonly rows: readonly FleetRow[];
  readonly now: number;
}

interface ListOptions {
  readonly shown: readonly ListedClusterRow[];
  readonly groups: readonly FleetGroup[] | undefined;
  /** Field by which the list is grouped. */
  readonly by: GroupKey | undefined;
  readonly now: number;
}

/** Content of each cluster list line, which is either a cluster or a group header, for the grid and for cards. */
export interface ClusterListLines {
  readonly lines: ListLines<ListedClusterRow>;
  /** All listed clusters, including those of closed groups. */
  readonly rows: readonly FleetRow[];
  /** Returns the key of a line, which does not depend on the line's position. */
  readonly keyAt: (line: number) => string | undefined;
  /** Returns the current index of the line with this key; undefined if no such line is shown. */
  readonly lineOf: (key: string) => number | undefined;
  /** Returns the clusters of a group: the same object as long as they do not change. */
  readonly membersOf: (group: FleetGroup) => GroupMembers;
  readonly toggle: (group: FleetGroup) => void;
}

export function useClusterListLines({ shown, groups, by, now }: ListOptions): ClusterListLines {
  const isClosed = useIsGroupClosed(by);
  const lines = useMemo(() => new ListLines(shown, groups, isClosed), [shown, groups, isClosed]);
  const rows = useMemo(() => shown.map(({ row }) => row), [shown]);
  const membersOf = useMemo(
    () =>
      memoizePerObject(({ from, count }: FleetGroup): GroupMembers => {
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

/** Key prefix of group headers. No uid of a cluster begins with it. */
const groupMark = "group ";

function keyOfGroup({ value }: FleetGroup): string {
  return `${groupMark}${value}`;
}
