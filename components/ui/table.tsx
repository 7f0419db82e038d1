import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableColumn {
  readonly title: string;
  /** What stands in the heading in place of the title: a button that sorts, a box that marks every row. */
  readonly head?: ReactNode;
  /** The title is read out, not shown: what stands beneath it says it already. */
  readonly hidden?: boolean;
  readonly numeric?: boolean;
  /** Shown when one points at the heading. */
  readonly hint?: string;
  /** Undefined where the column cannot be sorted by. */
  readonly sorted?: "ascending" | "descending" | "none" | undefined;
  /** Its width, and where its heading differs from its neighbours. */
  readonly className?: string;
}

interface TableProps extends ComponentProps<"table"> {
  /** Says what the table holds; read out first. Without one the table needs an `aria-label`. */
  readonly caption?: ReactNode;
  /** Shows the caption, in these classes. */
  readonly captionClass?: string;
  readonly columns: readonly TableColumn[];
  readonly headClass?: string;
  /** Around the title of every column. */
  readonly cellClass?: string;
  /** On a phone each row is laid out as a card by its own classes; a browser would drop the roles of such a table. */
  readonly cards?: boolean;
  readonly bodyClass?: string;
  /** The children are bodies of their own, and not the rows of one. */
  readonly grouped?: boolean;
  readonly foot?: ReactNode;
}

/** Data in rows and columns. It brings the headings and the lines between the rows; the rows bring their cells. */
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
