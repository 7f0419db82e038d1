// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SortTerm } from "#lib/fleet/fields/field-names.ts";
import { text } from "#lib/language/text.ts";
import type { FleetColumn } from "../columns/columns.tsx";
import { MultiRowSelectionCell, selectCellClass } from "../selection/select-cell.tsx";
import { nameCellClass } from "./grid-row.tsx";

const ColumnResizeHandle = lazyComponent(() =>
  import("./column-resize-handle.tsx").then((part) => part.ColumnResizeHandle),
);

interface GridHeaderProps {
  readonly rows: readonly FleetRow[];
  readonly columns: readonly FleetColumn[];
  readonly sort: readonly SortTerm[];
  readonly onSort: (key: FleetColumn["key"], add: boolean) => void;
  readonly tabStop: number;
}

export function GridHeader({ rows, columns, sort, onSort, tabStop }: GridHeaderProps) {
  const hasEdges = useIdle();
  return (
    <div role="rowgroup" className="sticky top-0 z-20 min-w-(--least) border-b border-hairline bg-surface">
      <div role="row" aria-rowindex={1} className="grid h-9 grid-cols-(--columns) items-stretch bg-inherit">
        <div role="columnheader" aria-colindex={1} className={selectCellClass}>
          <MultiRowSelectionCell
            rows={rows}
            label={text("Select all {rows, number} clusters that are listed", { rows: rows.length })}
            index={-1}
            isTabStop={tabStop === 0}
          />
        </div>
        {columns.map((column, index) => (
          <HeaderCell
            key={column.key}
            column={column}
            columns={columns}
            index={index}
            sorted={
              sort.find(({ key }) => key === column.key) ?? (sort.length === 0 && index === 0 ? byName : undefined)
            }
            onSort={onSort}
            isTabStop={tabStop === index + 1}
            hasEdge={hasEdges}
          />
        ))}
      </div>
    </div>
  );
}

const byName: SortTerm = { key: "name", descending: false };

interface HeaderCellProps {
  readonly column: FleetColumn;
  readonly columns: readonly FleetColumn[];
  readonly index: number;
  readonly sorted: SortTerm | undefined;
  readonly onSort: GridHeaderProps["onSort"];
  readonly isTabStop: boolean;
  /** Whether to render the handle that changes the column width; only once the page is idle. */
  readonly hasEdge: boolean;
}

function HeaderCell({ column, columns, index, sorted, onSort, isTabStop, hasEdge }: HeaderCellProps) {
  const Arrow = sorted?.descending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-label={column.label}
      aria-colindex={index + 2}
      aria-sort={sorted === undefined ? "none" : sorted.descending ? "descending" : "ascending"}
      className={clsx(
        "relative flex min-w-0 items-center px-1",
        index === 0 && nameCellClass,
        column.numeric && "justify-end",
      )}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        data-cell={`-1:${index + 1}`}
        data-grid-widget
        title={text("Sort; with Shift in addition to the present order")}
        onClick={({ shiftKey }) => onSort(column.key, shiftKey)}
        className="focus-inset group flex h-7 min-w-0 items-center gap-1 rounded-tag px-1 text-xs font-medium text-tertiary hover:text-ink"
      >
        <span className="truncate">{column.label}</span>
        <Arrow
          aria-hidden
          className={clsx(
            "size-3 shrink-0 transition-opacity",
            sorted === undefined && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
          )}
        />
      </button>
      {hasEdge && (
        <Suspense>
          <ColumnResizeHandle columns={columns} column={column} isTabStop={isTabStop} />
        </Suspense>
      )}
    </div>
  );
}
