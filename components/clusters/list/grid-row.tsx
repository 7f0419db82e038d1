// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { memo, type ReactNode, useRef } from "react";
import { LightSelectCell, SelectCell } from "../selection/select-cell.tsx";
import { useIsSelected } from "../selection/selection.ts";
import type { FleetColumn } from "./columns.tsx";
import { useFilled } from "./row-fill.ts";
import type { ShownRow } from "./use-frozen-order.ts";

interface GridRowProps {
  readonly shown: ShownRow;
  readonly index: number;
  readonly start: number;
  readonly columns: readonly FleetColumn[];
  /** The column that the keyboard reaches in this row, or -1. */
  readonly tabStop: number;
  readonly onFocusCell: (row: number, column: number) => void;
  readonly onSelect: (index: number, range: boolean) => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { shown, index, start, columns, tabStop, onFocusCell, onSelect } = props;
  const { row, gone } = shown;
  const selected = useIsSelected(row.uid);
  const filled = useFilled(tabStop >= 0);
  const state = `${row.resourceVersion} ${row.forecast?.changed?.at ?? ""}`;
  const mountedAt = useRef(state);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={clsx(
        "group/row absolute inset-x-0 top-0 grid h-(--row) contain-strict grid-cols-(--columns) items-stretch border-b border-hairline",
        selected ? "bg-selected" : "hover:bg-hover",
        gone && "text-tertiary line-through",
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      {mountedAt.current !== state && (
        // A new key starts the fade again: it says that this line has just changed.
        <span key={state} aria-hidden className="absolute inset-0 animate-changed" />
      )}
      {filled ? (
        <SelectCell row={row} index={index} isTabStop={tabStop === 0} onFocusCell={onFocusCell} onSelect={onSelect} />
      ) : (
        <LightSelectCell />
      )}
      {columns.map((column, position) => (
        <GridCell
          key={column.key}
          address={`${index}:${position + 1}`}
          position={position}
          numeric={column.numeric === true}
          isTabStop={tabStop === position + 1}
          onFocus={() => onFocusCell(index, position + 1)}
        >
          {filled ? column.cell(row) : column.light?.(row)}
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
        position === 0 &&
          "z-10 bg-canvas group-data-sideways/grid:sticky group-data-sideways/grid:left-10 group-aria-selected/row:bg-selected group-hover/row:bg-hover",
        numeric && "justify-end pr-4",
      )}
    >
      {children}
    </div>
  );
}
