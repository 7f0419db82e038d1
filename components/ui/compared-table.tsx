// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out in a grid.
// biome-ignore-all lint/a11y/useSemanticElements: the head of a group of lines is a row header, too.

import { clsx } from "clsx";
import { Equal, EqualNot } from "lucide-react";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { Table } from "./table.tsx";

interface ComparedColumn {
  readonly key: string;
  /** Name of the column for screen readers. */
  readonly name: string;
  readonly head: ReactNode;
}

interface ComparedLine {
  readonly key: string;
  readonly label: ReactNode;
  readonly differs: boolean;
  readonly cells: readonly { readonly content: ReactNode; readonly differs: boolean }[];
}

interface ComparedGroup {
  readonly key: string;
  /** Title of the group; undefined if the table has only one group. */
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly lines: readonly ComparedLine[];
}

interface ComparedTableProps {
  /** Description of what the table compares, read out first by screen readers. */
  readonly caption: string;
  /** Header of the column with the labels of the lines, such as `Field`. */
  readonly subject: string;
  readonly columns: readonly ComparedColumn[];
  readonly groups: readonly ComparedGroup[];
  /** Index of the column to show beside the first one if there is room for only two. */
  readonly beside?: number;
  /** Whether the column headers stay visible while the page scrolls. */
  readonly sticky?: boolean;
  /** Whether lines are marked as different or equal; false if there is nothing to compare with. */
  readonly marked?: boolean;
  /** Whether the layout is narrow: two columns, labels above the values. All lines differ, so none is marked. */
  readonly stacked?: boolean;
}

/** CSS classes of the two layouts: `beside` puts labels above the values on phones only, `stacked` always. */
const layouts = {
  beside: {
    block: "max-sm:block",
    headLine: "max-sm:block max-sm:[&>tr]:grid max-sm:[&>tr]:grid-cols-2",
    line: "max-sm:grid max-sm:grid-cols-2",
    corner: "w-56 max-lg:w-40 max-sm:sr-only",
    label: "max-sm:col-span-2 max-sm:pb-0",
  },
  stacked: {
    block: "block",
    headLine: "block [&>tr]:grid [&>tr]:grid-cols-2",
    line: "grid grid-cols-2",
    corner: "sr-only",
    label: "col-span-2 pb-0",
  },
} as const;

/**
 * Table that compares things side by side, with a line for each field. Values that differ from the first column are
 * marked with an icon and a word. On a phone the labels are above the values, and only one more column is shown.
 */
export function ComparedTable({ caption, subject, columns, groups, beside = 1, ...form }: ComparedTableProps) {
  const { sticky = false, stacked = false, marked = true } = form;
  const { block, headLine, line: lineClass, corner, label: labelClass } = layouts[stacked ? "stacked" : "beside"];
  const besideClass = (at: number) => (at === 0 || at === beside ? undefined : "max-sm:hidden print:table-cell");
  const [first] = columns;
  return (
    <Table
      cards
      grouped
      caption={caption}
      columns={[
        { title: subject, className: clsx("align-bottom", corner) },
        ...columns.map(({ name, head }, at) => ({
          title: name,
          head,
          className: clsx("min-w-0 align-bottom", besideClass(at)),
        })),
      ]}
      className={clsx("w-full table-fixed text-left text-sm", block)}
      headClass={clsx(headLine, sticky && "sticky top-0 z-10 bg-canvas shadow-[0_1px_0_var(--hairline)]")}
      cellClass="px-3 py-2"
    >
      {groups.map(({ key, title, note, lines }) => (
        <tbody key={key} role="rowgroup" className={block}>
          {title !== undefined && (
            <tr role="row" className={block}>
              <th
                role="rowheader"
                scope="rowgroup"
                colSpan={columns.length + 1}
                className={clsx("border-t border-hairline bg-surface px-3 py-2 text-left font-normal", block)}
              >
                {title}
                {note !== undefined && <span className="mt-0.5 block max-w-3xl text-pretty text-tertiary">{note}</span>}
              </th>
            </tr>
          )}
          {lines.map(({ key: line, label, differs, cells }) => (
            <tr
              key={line}
              role="row"
              className={clsx("border-t border-hairline align-top print:break-inside-avoid", lineClass)}
            >
              <th
                role="rowheader"
                scope="row"
                className={clsx("px-3 py-2 font-normal wrap-anywhere text-secondary", labelClass)}
              >
                {stacked || !marked ? label : <Marked label={label} differs={differs} />}
              </th>
              {cells.map(({ content, differs: isOther }, at) => (
                <td
                  key={columns[at]?.key}
                  role="cell"
                  className={clsx(
                    "min-w-0 px-3 py-2 wrap-anywhere",
                    isOther && "bg-caution-tint/45 shadow-[inset_2px_0_0_var(--caution-border)]",
                    besideClass(at),
                  )}
                >
                  {isOther && <span className="sr-only">{text("Not as {name}:", { name: first?.name ?? "" })} </span>}
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  );
}

/** Label of a line, with an icon and hidden text that say whether the line differs. */
function Marked({ label, differs }: Pick<ComparedLine, "label" | "differs">) {
  return (
    <span className="flex items-start gap-1.5">
      {differs ? (
        <EqualNot aria-hidden className="mt-0.5 size-3.5 shrink-0 text-caution-solid" />
      ) : (
        <Equal aria-hidden className="mt-0.5 size-3.5 shrink-0 text-tertiary" />
      )}
      <span className="min-w-0">
        <span className="sr-only">{differs ? text("Differs:") : text("Equal:")} </span>
        {label}
      </span>
    </span>
  );
}
