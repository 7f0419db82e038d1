"use client";

import { useCallback, useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import { perObject } from "#lib/memo/per-object.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import { ListLines } from "#lib/view/grid/list-lines.ts";
import { toggleGroup, useClosedGroups } from "../layout/closed-groups.ts";
import type { ShownRow } from "./use-frozen-order.ts";

/** The clusters of a group as they are now; what they add up to is worked out where its head is seen. */
export interface GroupMembers {
  readonly rows: readonly FleetRow[];
  readonly now: number;
}

interface ListOptions {
  readonly shown: readonly ShownRow[];
  readonly groups: readonly FleetGroup[] | undefined;
  /** What they are grouped by. */
  readonly by: GroupKey | undefined;
  readonly now: number;
}

/** What stands in each line of the list of clusters, whether in a grid or on cards. */
export interface ClusterLines {
  readonly lines: ListLines<ShownRow>;
  /** All that are listed, also those of closed groups. */
  readonly rows: readonly FleetRow[];
  /** Whose line it is, wherever it stands. */
  readonly keyAt: (line: number) => string | undefined;
  /** Where that line is now; undefined where it is not shown. */
  readonly lineOf: (key: string) => number | undefined;
  /** The same for as long as nothing of them changes. */
  readonly membersOf: (group: FleetGroup) => GroupMembers;
  readonly toggle: (group: FleetGroup) => void;
}

export function useListLines({ shown, groups, by, now }: ListOptions): ClusterLines {
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

/** No uid begins so. */
const groupMark = "group ";

function keyOfGroup({ value }: FleetGroup): string {
  return `${groupMark}${value}`;
}
