"use client";

import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { moveInTree, type TreeRow } from "#lib/view/nodes/tree-movement.ts";

export interface TreeKeys {
  /** The row that Tab reaches; the others are reached from it by the arrows. */
  readonly active: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
}

const rowOf = (target: EventTarget) =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-row]") : null;

/** One stop for Tab among the rows of a tree grid, and arrows between them. What stands in a row keeps its own keys. */
export function useTreeKeys(rows: readonly TreeRow[], onToggle: (id: string, open: boolean) => void): TreeKeys {
  const [last, setLast] = useState<string>();
  const active = rows.some(({ id }) => id === last) ? last : rows[0]?.id;
  return {
    active,
    onFocus: ({ target }) => setLast(rowOf(target)?.dataset.row),
    onKeyDown: (event) => {
      const row = rowOf(event.target);
      if (row === null || row !== event.target || event.ctrlKey || event.metaKey || event.altKey) return;
      const move = moveInTree(rows, row.dataset.row ?? "", event.key);
      if (move === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (move.kind === "focus") {
        event.currentTarget.querySelector<HTMLElement>(`[data-row="${CSS.escape(move.id)}"]`)?.focus();
      } else {
        onToggle(move.id, move.kind === "expand");
      }
    },
  };
}
