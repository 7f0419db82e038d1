// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { type CSSProperties, useCallback, useEffect, useMemo, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { tellWhole } from "#components/ui/tell-whole.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { clusterPath } from "../cluster-path.ts";
import type { usePeek } from "../peek/use-peek.ts";
import { selectRange, toggleSelected } from "../selection/selection.ts";
import { handleSelectionKey } from "../selection/selection-keys.ts";
import { type FleetColumn, leastWidthOf, templateOf } from "./columns.tsx";
import { GridHeader } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import { MoreToTheRight } from "./more-to-the-right.tsx";
import { rowHeightPx, useDensity } from "./use-density.ts";
import type { ShownRow } from "./use-frozen-order.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { useLineWindow, usePaintedLines } from "./use-line-window.ts";
import { usePassingLook } from "./use-passing-look.ts";

interface ClusterGridProps {
  readonly rows: readonly ShownRow[];
  readonly columns: readonly FleetColumn[];
  readonly query: FleetQuery;
  readonly onSort: (key: FleetColumn["key"], add: boolean) => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly peek: Pick<ReturnType<typeof usePeek>, "toggle" | "follow">;
}

/** An APG data grid over any number of rows: one tab stop, arrow keys, and only what is visible in the document. */
export function ClusterGrid({ rows, columns, query, onSort, onEnter, onLeave, peek }: ClusterGridProps) {
  const window = useLineWindow();
  const { lines, scroller, box, passing, shield } = window;
  const end = useRef<HTMLDivElement>(null);
  const openPage = useOpenPage();
  const height = rowHeightPx[useDensity()];
  const open = (index: number) => {
    const row = rows[index]?.row;
    if (row) openPage(clusterPath(row));
  };
  const focus = useGridFocus({ rows, columns: columns.length + 1, scroller, lines, onOpen: open });
  const focused = rows[focus.row]?.row;
  useEffect(() => {
    if (focused && scroller.current?.contains(document.activeElement)) peek.follow(focused);
  }, [focused, peek.follow, scroller]);
  // From outside to the line where the keyboard was last, within from line to line.
  const step = (by: number) => {
    const isInside = scroller.current?.contains(document.activeElement) === true;
    // A focus that rests elsewhere would count as gone from the grid.
    if (!isInside) scroller.current?.focus({ preventScroll: true });
    const row = Math.max(0, Math.min(rows.length - 1, focus.row + (isInside ? by : 0)));
    focus.focusCell({ row, column: Math.max(1, focus.column) });
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  const look = usePassingLook(rows, columns);
  const keyAt = useCallback((index: number) => rows[index]?.row.uid, [rows]);
  const indexes = usePaintedLines(window, {
    ...{ linePx: height, count: rows.length, keyAt, ...look },
    // The focused row stays mounted: focus that fell to the document's body would be lost for the keyboard.
    kept: focus.row,
  });

  const fleetRows = useMemo(() => rows.map(({ row }) => row), [rows]);
  const latest = useRef(fleetRows);
  useEffect(() => {
    latest.current = fleetRows;
  });
  // The same function for ever: a new one would repaint every line.
  const select = useCallback((index: number, range: boolean) => {
    const row = latest.current[index];
    if (range) selectRange(latest.current, index);
    else if (row) toggleSelected(row.uid);
  }, []);

  const style: CSSProperties & Record<`--${string}`, string> = {
    "--columns": templateOf(columns),
    "--least": `${leastWidthOf(columns)}px`,
  };
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label="Clusters"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly="true"
        tabIndex={-1}
        style={style}
        className="group/grid scrollbar-thin relative min-h-0 flex-1 overflow-auto border-t border-hairline text-sm outline-none"
        onKeyDown={(event) => {
          if (event.key === " " && !event.shiftKey && focused && event.target instanceof Element) {
            if (event.target.matches("input, button")) return;
            event.preventDefault();
            peek.toggle(focused);
          } else if (!handleSelectionKey(event, { rows: fleetRows, at: focus, select })) focus.onKeyDown(event);
        }}
        onPointerOver={tellWhole}
        onFocus={onEnter}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) onLeave();
        }}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && onEnter()}
        onPointerLeave={({ currentTarget, pointerType }) => {
          if (pointerType === "mouse" && !currentTarget.contains(document.activeElement)) onLeave();
        }}
      >
        <GridHeader
          rows={fleetRows}
          columns={columns}
          sort={query.sort}
          onSort={onSort}
          tabStop={focus.row === -1 ? focus.column : -1}
        />
        <div ref={box} role="rowgroup" className="relative min-w-(--least)" style={{ height: rows.length * height }}>
          <div ref={passing} aria-hidden className="pointer-events-none" />
          <div ref={end} aria-hidden className="pointer-events-none absolute inset-y-0 right-0 w-px" />
          {/* While lines pass by under the pointer, none of them is hovered. */}
          <div ref={shield} hidden role="presentation" className="absolute inset-0 z-20" />
          {indexes.map((index) => {
            const shown = rows[index];
            return (
              shown && (
                <GridRow
                  key={shown.row.uid}
                  shown={shown}
                  index={index}
                  start={index * height}
                  columns={columns}
                  tabStop={focus.row === index ? focus.column : -1}
                  onFocusCell={focus.moved}
                  onSelect={select}
                />
              )
            );
          })}
        </div>
      </div>
      <MoreToTheRight scroller={scroller} end={end} />
    </>
  );
}

/** Keeps the grid's place while the fleet is being read, line by line in its real widths. */
export function GridSkeleton({ columns }: { readonly columns: readonly FleetColumn[] }) {
  const lines = Array.from({ length: 12 }, (_, index) => index);
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-hairline" aria-hidden>
      <div className="h-9 border-b border-hairline bg-surface" />
      {/* Still: as large as they are, each step of an animation would take the time in which their rows are read. */}
      {lines.map((line) => (
        <div
          key={line}
          className="grid h-(--row) items-center border-b border-hairline"
          style={{ gridTemplateColumns: templateOf(columns) }}
        >
          <span />
          {columns.map(({ key }, index) => (
            <span key={key} className={clsx("mx-2 h-3 rounded-tag bg-neutral-tint", index === 0 ? "w-3/5" : "w-2/5")} />
          ))}
        </div>
      ))}
    </div>
  );
}
