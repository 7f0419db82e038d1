import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableColumn {
  readonly title: string;
  /** Heading content in place of the title: a sort button, or a checkbox that selects every row. */
  readonly head?: ReactNode;
  /** Title is for screen readers only: the cells make it obvious. */
  readonly hidden?: boolean;
  readonly numeric?: boolean;
  /** Tooltip of the heading. */
  readonly hint?: string;
  /** Undefined where the column is not sortable. */
  readonly sorted?: "ascending" | "descending" | "none" | undefined;
  /** Classes of the heading, such as its width. */
  readonly className?: string;
}

interface TableProps extends ComponentProps<"table"> {
  /** Describes the table; read out first. Without one the table needs an `aria-label`. */
  readonly caption?: ReactNode;
  /** Classes of a visible caption. */
  readonly captionClass?: string;
  readonly columns: readonly TableColumn[];
  readonly headClass?: string;
  /** Classes of every heading cell. */
  readonly cellClass?: string;
  /** On a phone each row becomes a card by its own classes; explicit roles keep the table semantics then. */
  readonly cards?: boolean;
  readonly bodyClass?: string;
  /** The children are `tbody` elements, not rows. */
  readonly grouped?: boolean;
  readonly foot?: ReactNode;
}

/** Data table. It renders the headings and the lines between rows; the rows render their cells. */
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
