"use client";

import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { moveInTree, type TreeRow } from "#lib/view/nodes/tree-movement.ts";

export interface TreeKeys {
  /** The row that Tab reaches; the others are reached from it by the arrows. */
  readonly active: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
}

const rowOf = (target: EventTarget) =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-row]") : null;

interface TreeKeysOptions {
  readonly tree: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
  readonly onToggle: (id: string, open: boolean) => void;
}

/** One stop for Tab among the rows of a tree grid, and arrows between them. What stands in a row keeps its own keys. */
export function useTreeKeys({ tree, rows, onToggle }: TreeKeysOptions): TreeKeys {
  const [last, setLast] = useState<string>();
  const { onKeyDown } = useRovingFocus({
    widget: tree,
    attribute: "data-row",
    onStop: setLast,
    lead: (row, event) => {
      if (row === null || row !== event.target || event.ctrlKey) return undefined;
      const move = moveInTree(rows, row.dataset.row ?? "", event.key);
      if (move === undefined) return undefined;
      event.stopPropagation();
      return move.kind === "focus" ? move.id : () => onToggle(move.id, move.kind === "expand");
    },
  });
  const active = rows.some(({ id }) => id === last) ? last : rows[0]?.id;
  return { active, onKeyDown, onFocus: ({ target }) => setLast(rowOf(target)?.dataset.row) };
}
