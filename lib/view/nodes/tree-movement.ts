/** Row of a tree grid, in the order on screen. */
export interface TreeRow {
  readonly id: string;
  readonly level: 1 | 2;
  /** Whether the row is expanded; undefined for a row without children. */
  readonly expanded?: boolean;
}

/** Effect of a key in a tree grid: it moves the focus, or expands or collapses the focused row. */
export type TreeMove =
  | { readonly kind: "focus"; readonly id: string }
  | { readonly kind: "expand" | "collapse"; readonly id: string };

/** Returns the effect of a key on a row of a tree grid; undefined if it has none. @source ARIA APG, treegrid */
export function moveInTree(rows: readonly TreeRow[], from: string, key: string): TreeMove | undefined {
  const index = rows.findIndex(({ id }) => id === from);
  const row = rows[index];
  if (row === undefined) return undefined;
  const focus = (target: TreeRow | undefined): TreeMove | undefined =>
    target === undefined || target.id === from ? undefined : { kind: "focus", id: target.id };
  switch (key) {
    case "ArrowDown":
      return focus(rows[index + 1]);
    case "ArrowUp":
      return focus(rows[index - 1]);
    case "Home":
      return focus(rows[0]);
    case "End":
      return focus(rows.at(-1));
    case "Enter":
      if (row.expanded === undefined) return undefined;
      return { kind: row.expanded ? "collapse" : "expand", id: from };
    case "ArrowRight":
      if (row.expanded === false) return { kind: "expand", id: from };
      return row.expanded === true && rows[index + 1]?.level === 2 ? focus(rows[index + 1]) : undefined;
    case "ArrowLeft":
      if (row.expanded === true) return { kind: "collapse", id: from };
      return focus(row.level === 2 ? rows.slice(0, index).findLast(({ level }) => level === 1) : undefined);
    default:
      return undefined;
  }
}
