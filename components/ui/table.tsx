import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableColumn {
  readonly title: string;
  /** Content of the column header instead of the title, such as a sort button. */
  readonly head?: ReactNode;
  /** Whether the title is for screen readers only, because the cells make it obvious. */
  readonly hidden?: boolean;
  readonly numeric?: boolean;
  /** Tooltip of the column header. */
  readonly hint?: string;
  /** Current sort order; undefined if the column cannot be sorted. */
  readonly sorted?: "ascending" | "descending" | "none" | undefined;
  /** CSS classes of the column header, such as its width. */
  readonly className?: string;
}

export interface TableProps extends ComponentProps<"table"> {
  /** Description of the table, read out first by screen readers. Without it the table needs an `aria-label`. */
  readonly caption?: ReactNode;
  /** CSS classes of the caption, if it is visible. */
  readonly captionClass?: string;
  readonly columns: readonly TableColumn[];
  readonly headClass?: string;
  /** CSS classes of all column headers. */
  readonly cellClass?: string;
  /** Whether rows become cards on a phone. Explicit ARIA roles then keep the table semantics. */
  readonly cards?: boolean;
  readonly bodyClass?: string;
  /** Whether the children are `tbody` elements instead of rows. */
  readonly grouped?: boolean;
  readonly foot?: ReactNode;
}

/** Data table. It renders the column headers and the lines between rows; callers render the rows and their cells. */
export function Table({
  caption,
  captionClass = "sr-only",
  columns,
  className = "w-full text-left text-sm",
  headClass = "text-xs text-tertiary",
  cellClass = "px-3 py-2 first:pl-4 last:pr-4",
  bodyClass = "divide-y divide-hairline border-t border-hairline",
  cards = false,
  grouped = false,
  foot,
  children,
  ...props
}: TableProps) {
  const roleOf = (role: string) => (cards ? { role } : {});
  return (
    <table {...roleOf("table")} {...props} className={className}>
      {caption !== undefined && <caption className={captionClass}>{caption}</caption>}
      <thead {...roleOf("rowgroup")} className={headClass}>
        <tr {...roleOf("row")}>
          {columns.map(({ title, head, hidden = false, numeric = false, hint, sorted, className: own }) => (
            <th
              key={title}
              {...roleOf("columnheader")}
              scope="col"
              title={hint}
              aria-sort={sorted}
              className={clsx("font-medium", cellClass, numeric && "text-right", own)}
            >
              {head ?? (hidden ? <span className="sr-only">{title}</span> : title)}
            </th>
          ))}
        </tr>
      </thead>
      {grouped ? (
        children
      ) : (
        <tbody {...roleOf("rowgroup")} className={bodyClass}>
          {children}
        </tbody>
      )}
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </table>
  );
}
