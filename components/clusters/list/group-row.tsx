// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on the cell (roving), as the pattern asks.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells.
"use client";

import { memo } from "react";
import { text } from "#lib/language/text.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import { MultiRowSelectionCell, selectCellClass } from "../selection/select-cell.tsx";
import { gridLineClass } from "./grid-row.tsx";
import { GroupHead } from "./group-head.tsx";
import type { GroupMembers } from "./use-cluster-list-lines.ts";

/** CSS classes that keep a group's header beside its checkbox while the grid is scrolled horizontally. */
export const groupHeaderContentClass =
  "flex w-fit min-w-0 items-center group-data-sideways/grid:sticky group-data-sideways/grid:left-12";

interface GroupRowProps {
  readonly group: FleetGroup;
  /** Index of the group, from 0. */
  readonly place: number;
  readonly groups: number;
  readonly expanded: boolean;
  readonly members: GroupMembers;
  readonly index: number;
  readonly start: number;
  /** Number of columns without the selection column. */
  readonly columns: number;
  /** Column of the grid's tab stop if that is in this row, otherwise -1. */
  readonly tabStop: number;
  readonly onFocusCell: (row: number, column: number) => void;
  readonly onToggle: (group: FleetGroup) => void;
}

/** Header of a group as a row of the grid, with one cell that spans all columns. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, place, groups, expanded, members, index, start, columns, tabStop, onFocusCell, onToggle } = props;
  const column = Math.max(1, tabStop);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-posinset={place + 1}
      aria-setsize={groups}
      aria-expanded={expanded}
      className={`${gridLineClass} items-stretch bg-surface`}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="gridcell" aria-colindex={1} className={selectCellClass}>
        <MultiRowSelectionCell
          rows={members.rows}
          label={text("Select {clusters, plural, one {# cluster} other {# clusters}}: {title}", {
            clusters: members.rows.length,
            title: group.title,
          })}
          index={index}
          isTabStop={tabStop === 0}
          onFocusCell={onFocusCell}
        />
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        aria-colspan={columns}
        data-cell={`${index}:${column}`}
        tabIndex={tabStop > 0 ? 0 : -1}
        onFocus={() => onFocusCell(index, column)}
        onClick={() => onToggle(group)}
        className="focus-inset col-[2/-1] flex min-w-0 cursor-pointer items-center px-2 hover:bg-hover"
      >
        <span className={groupHeaderContentClass}>
          <GroupHead title={group.title} expanded={expanded} members={members} />
        </span>
      </div>
    </div>
  );
});
