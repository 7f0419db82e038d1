import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { TableColumn } from "#components/ui/table.tsx";
import type { SeedQuery, SeedSortKey } from "#lib/view/seeds/seed-query.ts";

interface SortedColumn {
  readonly key: SeedSortKey;
  readonly title: string;
  readonly sort: SeedQuery["sort"];
  readonly onSort: (sort: SeedQuery["sort"]) => void;
}

/** Returns a column header that sorts; a second press turns the order round. */
export function sortableColumn({ key, title, sort, onSort }: SortedColumn): TableColumn {
  const sorted = key === sort.key;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return {
    title,
    sorted: sorted ? (sort.descending ? "descending" : "ascending") : "none",
    head: (
      <button
        type="button"
        onClick={() => onSort({ key, descending: sorted && !sort.descending })}
        className={clsx(
          "-mx-1 inline-flex min-h-6 items-center gap-0.5 rounded-tag px-1 text-left hover:bg-hover hover:text-ink",
          sorted && "text-ink",
        )}
      >
        {title}
        {sorted && <Arrow aria-hidden className="size-3" />}
      </button>
    ),
  };
}
