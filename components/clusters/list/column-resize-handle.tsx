// biome-ignore-all lint/a11y/useSemanticElements: a separator that moves is a widget; a rule cannot carry it.
"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { text } from "#lib/language/text.ts";
import { columnPx, maxColumnPx, minColumnPx } from "#lib/view/grid/column-layout.ts";
import { storeColumnWidths, useColumnWidths } from "../columns/column-widths.ts";
import { type FleetColumn, gridTemplateOf, minWidthOf } from "../columns/columns.tsx";

interface ColumnEdgeProps {
  readonly columns: readonly FleetColumn[];
  readonly column: FleetColumn;
  /** Whether the resize handle can be reached with Tab from the header of its column. */
  readonly isTabStop: boolean;
}

/** Distance in px by which an arrow key moves the column edge. */
const stepPx = 16;

/**
 * Handle between two columns that changes the column width, with the pointer or the arrow keys. The first use fixes the
 * widths of all columns: columns that stretched until then keep their current width.
 * @source ARIA APG, window splitter
 */
export function ColumnResizeHandle({ columns, column: { key, label, width }, isTabStop }: ColumnEdgeProps) {
  const widths = useColumnWidths();
  const drag = useRef<Drag>(undefined);
  const [shownPx, setShownPx] = useState<number>();
  const at = columns.findIndex((column) => column.key === key);
  const now = shownPx ?? width[0];

  const keep = (drawn: readonly number[], px: number) => {
    const settled = Object.fromEntries(columns.map((column, index) => [column.key, drawn[index] ?? column.width[0]]));
    storeColumnWidths({ ...widths, ...settled, [key]: columnPx(px) });
    setShownPx(columnPx(px));
  };
  const reset = () => {
    const { [key]: _, ...others } = widths;
    storeColumnWidths(others);
    setShownPx(undefined);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const drawn = drawnWidths(event.currentTarget);
    const px = drawn[at] ?? now;
    const to = placeOf(event.key, px);
    if (event.key === "Enter") reset();
    else if (to !== undefined) keep(drawn, to);
    else return;
    event.preventDefault();
    // Otherwise the arrow key would also move the focus to another cell of the grid.
    event.stopPropagation();
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, drawn: drawnWidths(event.currentTarget), px: undefined };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (current === undefined) return;
    current.px = columnPx((current.drawn[at] ?? now) + event.clientX - current.fromX);
    const px = current.px;
    paint(
      event.currentTarget,
      current.drawn.map((drawn, index) => (index === at ? px : drawn)),
    );
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    drag.current = undefined;
    if (current?.px === undefined) return;
    if (event.type === "pointerup") keep(current.drawn, current.px);
    else paint(event.currentTarget, current.drawn);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text("Width of {label}", { label })}
      aria-valuemin={minColumnPx}
      aria-valuemax={maxColumnPx}
      aria-valuenow={now}
      aria-valuetext={text("{now} pixels", { now })}
      tabIndex={isTabStop ? 0 : -1}
      title={text("Drag, or use the arrow keys; Enter or a double click resets the width")}
      onFocus={({ currentTarget }) => setShownPx(drawnWidths(currentTarget)[at])}
      onKeyDown={handleKey}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={reset}
      className={clsx(
        "group/edge absolute inset-y-0 z-10 w-3 cursor-col-resize touch-none select-none",
        // The handle of the last column lies inside the grid; beyond its edge, the grid would scroll horizontally.
        at === columns.length - 1 ? "right-0" : "-right-1.5",
      )}
    >
      <span
        aria-hidden
        className="absolute inset-y-2 left-1/2 w-px bg-hairline group-hover/edge:inset-y-0 group-hover/edge:w-0.5 group-hover/edge:bg-focus group-focus-visible/edge:inset-y-0 group-focus-visible/edge:w-0.5 group-focus-visible/edge:bg-focus forced-colors:bg-[CanvasText]"
      />
    </div>
  );
}

interface Drag {
  readonly fromX: number;
  readonly drawn: readonly number[];
  /** Current width in px; undefined until the pointer has moved. */
  px: number | undefined;
}

function placeOf(key: string, px: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return px - stepPx;
    case "ArrowRight":
      return px + stepPx;
    case "Home":
      return minColumnPx;
    case "End":
      return maxColumnPx;
    default:
      return undefined;
  }
}

/** Returns the rendered widths of the columns in px, without the checkbox column. Called once, when a drag begins. */
function drawnWidths(edge: Element): readonly number[] {
  const [, ...heads] = edge.closest("[role=row]")?.querySelectorAll("[role=columnheader]") ?? [];
  return heads.map((head) => Math.round(head.getBoundingClientRect().width));
}

/** Sets the widths as CSS variables during a drag, because React would render every row again with each move. */
function paint(edge: Element, widths: readonly number[]): void {
  const grid = edge.closest<HTMLElement>("[role=grid], [role=treegrid]");
  const columns = widths.map((px) => ({ width: [px, 0] as const }));
  grid?.style.setProperty("--columns", gridTemplateOf(columns));
  grid?.style.setProperty("--least", `${minWidthOf(columns)}px`);
}
