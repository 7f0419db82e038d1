// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { clsx } from "clsx";
import type { ReactNode } from "react";

interface CardCellProps {
  /** Title of the column, shown beside the value on a card; without it the value spans the line. */
  readonly title?: string;
  readonly quiet?: boolean | undefined;
  readonly numeric?: boolean | undefined;
  /** Full text for the tooltip, if the cell may be truncated. */
  readonly whole?: string | undefined;
  /** Whether there is no value: a table shows a dash, a card leaves out the line. */
  readonly empty?: boolean | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Table cell that, on a phone, becomes a line of a card. */
export function CardCell({ title, quiet, numeric, whole, empty, className, children }: CardCellProps) {
  return (
    <td
      role="cell"
      title={whole}
      className={clsx(
        "sm:px-3 sm:py-2 sm:first:pl-4 sm:last:pr-4",
        empty ? "max-sm:hidden" : "max-sm:flex max-sm:gap-3 max-sm:py-0.5",
        quiet && "text-secondary",
        numeric && "sm:text-right",
        className,
      )}
    >
      {title !== undefined && (
        <span aria-hidden className="w-20 shrink-0 text-xs leading-5 text-tertiary sm:hidden">
          {title}
        </span>
      )}
      <div className={clsx("min-w-0 wrap-anywhere", whole !== undefined && "sm:truncate")}>
        {empty ? <span className="text-tertiary">–</span> : children}
      </div>
    </td>
  );
}
