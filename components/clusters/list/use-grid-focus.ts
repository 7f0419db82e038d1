"use client";

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { type GridPosition, moveInGrid } from "#lib/view/grid/grid-movement.ts";
import type { LineWindow } from "./line-window.ts";
import type { ShownRow } from "./use-frozen-order.ts";

interface GridFocusOptions {
  readonly rows: readonly ShownRow[];
  readonly columns: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lines: LineWindow;
  /** What Enter does on a line, where its cell holds no control of its own. */
  readonly onOpen: (index: number) => void;
}

/**
 * Which cell the keyboard is at. The row is remembered by its Shoot and not by its number, so that focus stays on the
 * cluster when lines move; when the cluster leaves, the next one takes its place.
 */
export function useGridFocus({ rows, columns, scroller, lines, onOpen }: GridFocusOptions) {
  const [place, setPlace] = useState<GridPosition & { readonly uid: string | undefined }>({
    row: 0,
    // The name: what Tab reaches first is the cluster, and the box for marking it is one step to the left.
    column: 1,
    uid: undefined,
  });
  const found = place.uid === undefined ? -1 : indexOf(rows, place.uid, place.row);
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

  const { focusPlace, onKeyDown } = useRovingFocus({
    widget: scroller,
    attribute: "data-cell",
    onStop: (place) => {
      const [toRow = 0, toColumn = 0] = place.split(":").map(Number);
      moved(toRow, toColumn);
      if (toRow >= 0) lines.reveal(toRow);
    },
    lead: (_from, event) => {
      const pageRows = Math.max(1, lines.page() - 1);
      const to = moveInGrid({ row, column }, event, { rows: rows.length, columns, pageRows });
      if (to) return placeOf(to);
      return event.key === "Enter" && row >= 0 && isPlainCell(event.target) ? () => onOpen(row) : undefined;
    },
  });
  const focusCell = useCallback((to: GridPosition) => focusPlace(placeOf(to)), [focusPlace]);

  return useMemo(() => ({ row, column, moved, focusCell, onKeyDown }), [row, column, moved, focusCell, onKeyDown]);
}

/** Where a Shoot's line is; mostly where it was. */
function indexOf(rows: readonly ShownRow[], uid: string, last: number): number {
  return rows[last]?.row.uid === uid ? last : rows.findIndex(({ row }) => row.uid === uid);
}

function placeOf({ row, column }: GridPosition): string {
  return `${row}:${column}`;
}

function isPlainCell(target: EventTarget): boolean {
  return target instanceof Element && !target.matches("a, button");
}
