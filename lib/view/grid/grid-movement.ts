/** Cell of a data grid; row -1 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows by which PageUp and PageDown move the focus. */
  readonly pageRows: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** Cell to which a key moves the focus in a data grid; undefined for other keys. @source ARIA APG, data grid */
export function moveInGrid(
  { row, column }: GridPosition,
  { key, ctrlKey }: Key,
  size: GridSize,
): GridPosition | undefined {
  const { rows, columns, pageRows } = size;
  const at = (toRow: number, toColumn: number): GridPosition => ({
    row: Math.max(-1, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case "ArrowUp":
      return ctrlKey ? undefined : at(row - 1, column);
    case "ArrowDown":
      return ctrlKey ? undefined : at(row + 1, column);
    case "ArrowLeft":
      return ctrlKey ? undefined : at(row, column - 1);
    case "ArrowRight":
      return ctrlKey ? undefined : at(row, column + 1);
    case "Home":
      return ctrlKey ? at(0, 0) : at(row, 0);
    case "End":
      return ctrlKey ? at(rows - 1, columns - 1) : at(row, columns - 1);
    case "PageUp":
      return at(Math.max(Math.min(row, 0), row - pageRows), column);
    case "PageDown":
      return at(row + pageRows, column);
    default:
      return undefined;
  }
}

/**
 * Special effect of a key on a group's heading row: opens or closes the group, moves to its checkbox, or stays where
 * the grid would move to a cell. @source ARIA APG, treegrid
 */
export function keyEffectOnGroupHead(
  { key, ctrlKey }: Key,
  { column, expanded }: { readonly column: number; readonly expanded: boolean },
): "toggle" | "box" | "stay" | undefined {
  if (ctrlKey || column === 0) return undefined;
  switch (key) {
    case "Enter":
    case " ":
      return "toggle";
    case "ArrowRight":
      return expanded ? "stay" : "toggle";
    case "ArrowLeft":
      return expanded ? "toggle" : "box";
    default:
      return undefined;
  }
}
