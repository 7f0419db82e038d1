import type { KeyboardEvent } from "react";
import { userKeyBindingOf } from "#components/data/keys/own-key.ts";
import { areShortcutsDisabled } from "#components/data/keys/use-shortcut.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GridPosition } from "#lib/view/grid/grid-movement.ts";
import { clearSelection, selectRange, setRowsSelected } from "./selection.ts";

interface SelectionKeys {
  /** All rows that match the query. */
  readonly listed: readonly FleetRow[];
  /** Cluster row of each line; undefined for group headers. */
  readonly rows: readonly (FleetRow | undefined)[];
  readonly at: GridPosition & { readonly focusCell: (to: GridPosition) => void };
  readonly select: (index: number, range: boolean) => void;
}

/**
 * Handles a selection key: `x` and Shift+Space toggle the row, Shift with an arrow extends the selection, Ctrl+A
 * selects all listed rows, Escape clears. Returns whether the key was one of these.
 */
export function handleSelectionKey(event: KeyboardEvent, { listed, rows, at, select }: SelectionKeys): boolean {
  if (event.altKey || at.row < 0) return false;
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return false;
  const act = actOf(event);
  if (act === undefined) return false;
  event.preventDefault();
  if (act === "toggle") select(at.row, false);
  else if (act === "all") setRowsSelected(listed, true);
  else if (act === "none") clearSelection();
  else {
    const to = Math.max(0, Math.min(rows.length - 1, at.row + act));
    selectRange(rows, at.row);
    selectRange(rows, to);
    at.focusCell({ row: to, column: at.column });
  }
  return true;
}

function actOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): "toggle" | "all" | "none" | 1 | -1 | undefined {
  if (ctrlKey || metaKey) return key === "a" ? "all" : undefined;
  if (shiftKey) {
    if (key === " ") return "toggle";
    if (key === "ArrowDown") return 1;
    return key === "ArrowUp" ? -1 : undefined;
  }
  if (key === userKeyBindingOf("x") && !areShortcutsDisabled()) return "toggle";
  return key === "Escape" ? "none" : undefined;
}
