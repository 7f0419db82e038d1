// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { memo, type ReactNode, useRef } from "react";
import type { FleetColumn } from "../columns/columns.tsx";
import { SelectCell } from "../selection/select-cell.tsx";
import { useIsSelected } from "../selection/selection.ts";
import type { ListedClusterRow } from "./use-frozen-order.ts";

/** CSS classes of a grid line: its position and the layout of its cells. */
export const gridLineClass =
  "absolute inset-x-0 top-0 grid h-(--row) contain-strict grid-cols-(--columns) border-b border-hairline";
/** CSS classes that keep a cluster's name beside its checkbox while the grid is scrolled horizontally. */
export const nameCellClass =
  "group-data-sideways/grid:sticky group-data-sideways/grid:left-10 group-data-sideways/grid:z-10 group-data-sideways/grid:bg-inherit";
/** CSS classes of the cell that has the keyboard's focus: it is as wide as its text, over the cells beside it. */
const focusedCellClass = "focus-visible:z-20 focus-visible:w-max focus-visible:min-w-full focus-visible:bg-inherit";
export const goneRowClass = "text-tertiary line-through";

interface GridRowProps {
  readonly shown: ListedClusterRow;
  readonly index: number;
  readonly start: number;
  readonly columns: readonly FleetColumn[];
  /** Position of the row in its group, from 1; undefined without groups. */
  readonly place: number | undefined;
  readonly size: number | undefined;
  /** Index of the column whose cell is the grid's tab stop; -1 if the tab stop is in another row. */
  readonly tabStop: number;
  readonly onFocusCell: (row: number, column: number) => void;
  readonly onSelect: (index: number, range: boolean) => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { shown, index, start, columns, place, size, tabStop, onFocusCell, onSelect } = props;
  const { row, gone } = shown;
  const selected = useIsSelected(row.uid);
  const state = `${row.resourceVersion} ${row.forecast?.changed?.at ?? ""}`;
  const mountedAt = useRef(state);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={place === undefined ? undefined : 2}
      aria-posinset={place}
      aria-setsize={size}
      aria-selected={selected}
      className={clsx(
        "group/row items-stretch",
        gridLineClass,
        selected ? "bg-selected" : "bg-canvas hover:bg-hover",
        gone && goneRowClass,
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      {mountedAt.current !== state && (
        // A new key restarts the animation that marks a row as just changed.
        <span key={state} aria-hidden className="absolute inset-0 animate-changed" />
      )}
      <SelectCell row={row} index={index} isTabStop={tabStop === 0} onFocusCell={onFocusCell} onSelect={onSelect} />
      {columns.map((column, position) => (
        <GridCell
          key={column.key}
          address={`${index}:${position + 1}`}
          position={position}
          numeric={column.numeric === true}
          isTabStop={tabStop === position + 1}
          onFocus={() => onFocusCell(index, position + 1)}
        >
          {column.cell(row)}
        </GridCell>
      ))}
    </div>
  );
});

interface GridCellProps {
  readonly address: string;
  readonly position: number;
  readonly numeric: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly children: ReactNode;
}

function GridCell({ address, position, numeric, isTabStop, onFocus, children }: GridCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={position + 2}
      data-cell={address}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      className={clsx(
        "focus-inset relative flex min-w-0 items-center px-2",
        focusedCellClass,
        position === 0 && nameCellClass,
        numeric && "justify-end pr-4",
      )}
    >
      {children}
    </div>
  );
}
