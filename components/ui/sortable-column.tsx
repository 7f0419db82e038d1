import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { TableColumn } from "./table.tsx";

interface Sort<Key> {
  readonly key: Key;
  readonly descending: boolean;
}

interface SortableColumn<Key> extends TableColumn {
  readonly title: string;
  readonly key: Key;
  /** Order of the table. */
  readonly by: Sort<Key>;
  readonly onSort: (sort: Sort<Key>) => void;
}

/** Returns a column whose header sorts the table; a second press turns the order round. */
export function sortableColumn<Key extends string>({ key, by, onSort, ...column }: SortableColumn<Key>): TableColumn {
  const isSorted = key === by.key;
  const Arrow = by.descending ? ArrowDown : ArrowUp;
  return {
    ...column,
    sorted: isSorted ? (by.descending ? "descending" : "ascending") : "none",
    head: (
      <button
        type="button"
        onClick={() => onSort({ key, descending: isSorted && !by.descending })}
        className={clsx(
          "-mx-1 inline-flex min-h-6 items-center gap-0.5 rounded-tag px-1 text-left hover:bg-hover hover:text-ink",
          isSorted && "text-ink",
        )}
      >
        {column.title}
        {isSorted && <Arrow aria-hidden className="size-3" />}
      </button>
    ),
  };
}
