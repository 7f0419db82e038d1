// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on the box inside the cell.
"use client";

import { useEffect, useRef } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { setRowsSelected, useIsSelected, useSelection } from "./selection.ts";

/** Width in px of the checkbox column, which stays in place when the grid scrolls horizontally. */
export const selectionColumnWidthPx = 40;

const boxClass = "size-4";
/** CSS classes that keep the checkbox column at the left edge while the grid is scrolled horizontally. */
export const selectCellClass =
  "pl-2 select-none group-data-sideways/grid:sticky group-data-sideways/grid:left-0 group-data-sideways/grid:z-10 group-data-sideways/grid:bg-inherit";
const labelClass = "grid size-full cursor-pointer place-items-center";

interface SelectCellProps {
  readonly row: FleetRow;
  readonly index: number;
  readonly isTabStop: boolean;
  readonly onFocusCell: (row: number, column: number) => void;
  readonly onSelect: (index: number, range: boolean) => void;
}

export function SelectCell({ row, index, isTabStop, onFocusCell, onSelect }: SelectCellProps) {
  const selected = useIsSelected(row.uid);
  return (
    <div role="gridcell" aria-colindex={1} className={selectCellClass}>
      {/* The whole cell is the target: the box alone would be too small to hit. */}
      <label className={labelClass}>
        <input
          type="checkbox"
          aria-label={text("Select {project}/{name}", { project: row.project, name: row.name })}
          checked={selected}
          tabIndex={isTabStop ? 0 : -1}
          data-cell={`${index}:0`}
          data-grid-widget
          onFocus={() => onFocusCell(index, 0)}
          // A change event has no `shiftKey`, so the click event is used.
          onClick={({ shiftKey }) => onSelect(index, shiftKey)}
          onChange={() => undefined}
          className={boxClass}
        />
      </label>
    </div>
  );
}

interface SelectSeveralProps {
  /** Rows that the checkbox selects, including those that are not on screen or in a collapsed group. */
  readonly rows: readonly FleetRow[];
  readonly label: string;
  /** Index of the line with the checkbox; -1 for the column header. */
  readonly index: number;
  readonly isTabStop: boolean;
  readonly onFocusCell?: (row: number, column: number) => void;
}

/** Cell with a checkbox that selects several clusters; indeterminate if only some of them are selected. */
export function MultiRowSelectionCell({ rows, label, index, isTabStop, onFocusCell }: SelectSeveralProps) {
  const selection = useSelection();
  const box = useRef<HTMLInputElement>(null);
  const marked = selection.size === 0 ? 0 : rows.filter(({ uid }) => selection.has(uid)).length;
  const all = rows.length > 0 && marked === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = marked > 0 && !all;
  }, [marked, all]);
  return (
    <label className={labelClass}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={all}
        tabIndex={isTabStop ? 0 : -1}
        data-cell={`${index}:0`}
        data-grid-widget
        onFocus={() => onFocusCell?.(index, 0)}
        onChange={() => setRowsSelected(rows, !all)}
        className={boxClass}
      />
    </label>
  );
}
