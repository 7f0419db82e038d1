// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { type Message, text } from "#lib/language/text.ts";

export interface PagedColumn<Item> {
  readonly label: Message;
  readonly cell: (item: Item) => ReactNode;
  readonly numeric?: boolean;
  readonly wide?: boolean;
  /** Tooltip of the column header. */
  readonly hint?: Message;
  /** Whether an item has no value in this column. A column without any value is left out. */
  readonly isEmpty?: (item: Item) => boolean;
}

interface PagedTableProps<Item> {
  readonly caption: string;
  readonly columns: readonly PagedColumn<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
}

const pageSize = 100;

/**
 * Table in a scrollable box, with pages of a hundred lines. On a phone each line becomes a card with labelled values.
 */
export function PagedTable<Item>({ caption, columns, items, keyOf }: PagedTableProps<Item>) {
  const [page, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(items.length / pageSize) - 1);
  const at = Math.min(page, last);
  const shown = items.slice(at * pageSize, (at + 1) * pageSize);
  const used = columns.filter(({ isEmpty }) => isEmpty === undefined || !items.every(isEmpty));
  return (
    <>
      <ScrollBox label={caption}>
        <Table
          cards
          caption={caption}
          columns={used.map(({ label, numeric = false, hint }) => ({
            title: text(label),
            numeric,
            ...(hint && { hint: text(hint) }),
          }))}
          className="w-full text-left text-sm tabular-nums max-sm:block sm:min-w-160"
          headClass="text-xs text-tertiary max-sm:sr-only"
          cellClass="px-3 py-1.5 first:pl-4 last:pr-4"
          bodyClass="divide-y divide-hairline border-hairline max-sm:block sm:border-t"
        >
          {shown.map((item) => (
            <tr
              key={keyOf(item)}
              role="row"
              className="align-top hover:bg-hover max-sm:flex max-sm:flex-col max-sm:gap-0.5 max-sm:px-4 max-sm:py-3"
            >
              {used.map(({ label, cell, numeric, wide, isEmpty }) => (
                <CardCell
                  key={text(label)}
                  title={text(label)}
                  numeric={numeric}
                  empty={isEmpty?.(item)}
                  className={wide ? "sm:w-full sm:min-w-80" : "sm:whitespace-nowrap"}
                >
                  {cell(item)}
                </CardCell>
              ))}
            </tr>
          ))}
        </Table>
      </ScrollBox>
      {last > 0 && (
        <nav
          aria-label={text("Pages: {caption}", { caption })}
          className="flex items-center justify-end gap-2 border-t border-hairline px-4 py-2 text-sm tabular-nums"
        >
          {text("{from}–{to} of {all, number}", {
            from: at * pageSize + 1,
            to: at * pageSize + shown.length,
            all: items.length,
          })}
          <Button size="sm" disabled={at === 0} onClick={() => setPage(at - 1)}>
            {text("Previous", {}, "page")}
          </Button>
          <Button size="sm" disabled={at === last} onClick={() => setPage(at + 1)}>
            {text("Next", {}, "page")}
          </Button>
        </nav>
      )}
    </>
  );
}
