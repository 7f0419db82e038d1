"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { actOnHead, type GridPosition, moveInGrid } from "#lib/view/grid/grid-movement.ts";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import type { VirtualList } from "./virtual-list.ts";

interface GridFocusOptions {
  readonly list: ClusterListLines;
  readonly columns: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly window: VirtualList;
  /** Called for Enter on a cluster's row if its cell has no control of its own. */
  readonly onOpen: (line: number) => void;
}

/**
 * Cell with the keyboard focus. The line is remembered by its key, not by its index, so that the focus stays on the
 * cluster when lines move; when the cluster leaves, the next one takes its place.
 */
export function useGridFocus({ list, columns, scroller, window, onOpen }: GridFocusOptions) {
  const { lines, keyAt, lineOf, toggle } = list;
  const [place, setPlace] = useState<GridPosition & { readonly key: string | undefined }>({
    row: 0,
    // The name: Tab first reaches the cluster; its checkbox is one step to the left.
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
  // A stable function, since a new one would render every row again on each change.
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
      const act = head && actOnHead(event, { column, expanded: head.expanded });
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
