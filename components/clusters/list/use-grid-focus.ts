"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { type GridPosition, keyEffectOnGroupHead, moveInGrid } from "#lib/view/grid/grid-movement.ts";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import type { VirtualList } from "./virtual-list.ts";

interface GridFocusOptions {
  readonly list: ClusterListLines;
  readonly columns: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly window: VirtualList;
  /** Called when Enter is pressed in a cluster's row and the focused cell contains no control. */
  readonly onOpen: (line: number) => void;
}

/**
 * Manages the focused cell of the grid. The focused line is remembered by its key instead of its index, so that the
 * focus stays on the same cluster when lines move. If the cluster is deleted, the next line gets the focus.
 */
export function useGridFocus({ list, columns, scroller, window, onOpen }: GridFocusOptions) {
  const { lines, keyAt, lineOf, toggle } = list;
  const [place, setPlace] = useState<GridPosition & { readonly key: string | undefined }>({
    row: 0,
    // Column 1 is the cluster's name, so that Tab first reaches the name; the checkbox is in column 0.
    column: 1,
    key: undefined,
  });
  const found = place.key === undefined || keyAt(place.row) === place.key ? place.row : lineOf(place.key);
  const row = place.row === -1 ? -1 : Math.min(found ?? place.row, lines.count - 1);
  const column = Math.min(place.column, columns - 1);

  const latest = useRef(keyAt);
  useEffect(() => {
    latest.current = keyAt;
  });
  // The function must be stable: a new function would make React render every row again.
  const moved = useCallback(
    (to: number, toColumn: number) => setPlace({ row: to, column: toColumn, key: latest.current(to) }),
    [],
  );

  const { focusPlace, onKeyDown } = useRovingFocus({
    widget: scroller,
    attribute: "data-cell",
    onStop: (place) => {
      const [toRow = 0, toColumn = 0] = place.split(":").map(Number);
      moved(toRow, toColumn);
      if (toRow >= 0) window.reveal(toRow);
    },
    lead: (_from, event) => {
      const head = lines.headAt(row);
      const act = head && keyEffectOnGroupHead(event, { column, expanded: head.expanded });
      if (head && act === "toggle") return () => toggle(head.group);
      if (act === "box") return placeOf({ row, column: 0 });
      if (act === "stay") return placeOf({ row, column });
      const pageRows = Math.max(1, window.page() - 1);
      const isLeftmost = !head && column === 0 && event.key === "ArrowLeft";
      const ownHead = isLeftmost && row >= 0 ? lines.headOf(lines.groupAt(row)) : undefined;
      if (ownHead !== undefined) return placeOf({ row: ownHead, column: 1 });
      const to = moveInGrid({ row, column }, event, { rows: lines.count, columns, pageRows });
      if (to) return placeOf(to);
      return event.key === "Enter" && row >= 0 && isPlainCell(event.target) ? () => onOpen(row) : undefined;
    },
  });
  const focusCell = (to: GridPosition) => focusPlace(placeOf(to));
  return { row, column, moved, focusCell, onKeyDown };
}

function placeOf({ row, column }: GridPosition): string {
  return `${row}:${column}`;
}

function isPlainCell(target: EventTarget): boolean {
  return target instanceof Element && !target.matches("a, button");
}
