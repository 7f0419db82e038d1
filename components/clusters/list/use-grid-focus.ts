"use client";

import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type GridPosition, moveInGrid } from "#lib/view/grid/grid-movement.ts";
import type { ShownRow } from "./use-frozen-order.ts";

interface GridFocusOptions {
  readonly rows: readonly ShownRow[];
  readonly columns: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/**
 * Which cell the keyboard is at. The row is remembered by its Shoot and not by its number, so that focus stays on the
 * cluster when lines move; when the cluster leaves, the next one takes its place.
 */
export function useGridFocus({ rows, columns, scroller }: GridFocusOptions) {
  const [place, setPlace] = useState<GridPosition & { readonly uid: string | undefined }>({
    row: 0,
    // The name: what Tab reaches first is the cluster, and the box for marking it is one step to the left.
    column: 1,
    uid: undefined,
  });
  const scrollTo = useRef<(index: number) => void>(() => undefined);
  const found = place.uid === undefined ? -1 : rows.findIndex(({ row }) => row.uid === place.uid);
  const row = place.row === -1 ? -1 : found >= 0 ? found : Math.min(place.row, rows.length - 1);
  const column = Math.min(place.column, columns - 1);

  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });
  // The same function for ever: a new one would repaint every line on every change of any of them.
  const moved = useCallback(
    (to: number, toColumn: number) => setPlace({ row: to, column: toColumn, uid: latestRows.current[to]?.row.uid }),
    [],
  );
  const attach = useCallback((scroll: (index: number) => void) => {
    scrollTo.current = scroll;
  }, []);

  const focusCell = useCallback(
    (to: GridPosition) => {
      moved(to.row, to.column);
      if (to.row >= 0) scrollTo.current(to.row);
      // After the next two frames the virtual row exists: one to scroll, one to mount.
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          focusElement(scroller.current?.querySelector(`[data-cell="${to.row}:${to.column}"]`)),
        ),
      );
    },
    [moved, scroller],
  );

  const handleKey = useCallback(
    (event: KeyboardEvent, open: (index: number) => void) => {
      if (event.altKey || event.metaKey) return;
      // What is typed in a dialog that a cell has opened bubbles up to here, but is none of the grid's business.
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 40) - 1);
      const to = moveInGrid({ row, column }, event, { rows: rows.length, columns, pageRows });
      if (to) {
        event.preventDefault();
        focusCell(to);
      } else if (event.key === "Enter" && row >= 0 && isPlainCell(event.target)) {
        event.preventDefault();
        open(row);
      }
    },
    [row, column, rows.length, columns, scroller, focusCell],
  );

  return useMemo(
    () => ({ row, column, moved, attach, focusCell, handleKey }),
    [row, column, moved, attach, focusCell, handleKey],
  );
}

/** Where a cell holds one control, the control takes the focus; otherwise the cell itself. */
function focusElement(cell: Element | null | undefined): void {
  const widget = cell?.matches("[data-grid-widget]") ? cell : (cell?.querySelector("[data-grid-widget]") ?? cell);
  if (widget instanceof HTMLElement) widget.focus();
}

function isPlainCell(target: EventTarget): boolean {
  return target instanceof Element && !target.matches("a, button");
}
