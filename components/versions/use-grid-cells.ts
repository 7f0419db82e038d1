import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from "react";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";

const cellSelector = "[data-cell]";

function rowsOf(grid: HTMLElement): readonly HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>("[role=row]")].filter((row) => row.querySelector(cellSelector));
}

function cellsOf(row: HTMLElement | undefined): readonly HTMLElement[] {
  return row === undefined ? [] : [...row.querySelectorAll<HTMLElement>(cellSelector)];
}

/** Returns the horizontally nearest cell, because rows differ in their number of cells. */
function nearest(cells: readonly HTMLElement[], to: HTMLElement): HTMLElement | undefined {
  const left = to.getBoundingClientRect().left;
  const distance = (cell: HTMLElement) => Math.abs(cell.getBoundingClientRect().left - left);
  return cells.reduce<HTMLElement | undefined>(
    (best, cell) => (best === undefined || distance(cell) < distance(best) ? cell : best),
    undefined,
  );
}

const pageRows = 10;

function destination(grid: HTMLElement, current: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const rows = rowsOf(grid);
  const at = rows.findIndex((row) => row.contains(current));
  const cells = cellsOf(rows[at]);
  const column = cells.indexOf(current);
  const inRow = (to: number) => nearest(cellsOf(rows[Math.max(0, Math.min(rows.length - 1, to))]), current);
  switch (event.key) {
    case "ArrowRight":
      return cells[column + 1];
    case "ArrowLeft":
      return cells[column - 1];
    case "ArrowDown":
      return inRow(at + 1);
    case "ArrowUp":
      return inRow(at - 1);
    case "PageDown":
      return inRow(at + pageRows);
    case "PageUp":
      return inRow(at - pageRows);
    case "Home":
      return event.ctrlKey ? cellsOf(rows[0])[0] : cells[0];
    case "End":
      return event.ctrlKey ? cellsOf(rows.at(-1)).at(-1) : cells.at(-1);
    default:
      return undefined;
  }
}

/**
 * Roving tabindex for a grid whose rows differ in their number of cells. The tab stop is stored in the DOM elements, so
 * that moving the focus renders nothing.
 * @source ARIA APG, data grid
 */
export function useGridCells(grid: RefObject<HTMLElement | null>) {
  useEffect(() => {
    // If the cell with the tab stop was removed together with its row, another cell becomes the tab stop.
    if (grid.current?.querySelector(`${cellSelector}[tabindex="0"]`)) return;
    grid.current?.querySelector(cellSelector)?.setAttribute("tabindex", "0");
  });
  const onFocus = ({ target }: FocusEvent) => {
    const cell = target.closest(cellSelector);
    if (!cell) return;
    for (const other of grid.current?.querySelectorAll(`${cellSelector}[tabindex="0"]`) ?? []) {
      if (other !== cell) other.setAttribute("tabindex", "-1");
    }
    cell.setAttribute("tabindex", "0");
  };
  const { onKeyDown } = useRovingFocus({
    widget: grid,
    attribute: "data-cell",
    lead: (from, event) => (grid.current && from ? destination(grid.current, from, event) : undefined),
  });
  return { onFocus, onKeyDown };
}
