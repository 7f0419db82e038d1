"use client";

import { ComparedTable } from "#components/ui/compared-table.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { roleText } from "#components/ui/role-classes.ts";
import { text } from "#lib/language/text.ts";
import { refText } from "#lib/view/compare/compare-address.ts";
import type { ComparedCell, ComparedRow, ComparedSection } from "#lib/view/compare/compared-row.ts";
import { ComparedHead } from "./compared-head.tsx";
import type { ComparedSubject } from "./use-compared-clusters.ts";

interface CompareSectionsProps {
  readonly subjects: readonly ComparedSubject[];
  /** What is shown of them. */
  readonly sections: readonly ComparedSection[];
  readonly beside: number;
  /** Only one could be read: nothing differs from it, and nothing is equal. */
  readonly isAlone: boolean;
  readonly onRemove: (subject: ComparedSubject) => void;
}

/** The comparison itself: a column for each, a line for each field. */
export function CompareSections({ subjects, sections, beside, isAlone, onRemove }: CompareSectionsProps) {
  const names = subjects.map(({ ref }) => refText(ref));
  const isDated = new Set(subjects.map(({ ref }) => `${ref.project}/${ref.name}`)).size < subjects.length;
  return (
    <ComparedTable
      caption={text("{names}, side by side", { names: names.join(", ") })}
      subject={text("Field")}
      sticky
      marked={!isAlone}
      beside={beside}
      columns={subjects.map((subject, at) => ({
        key: names[at] ?? "",
        name: names[at] ?? "",
        head: <ComparedHead subject={subject} isDated={isDated} onRemove={() => onRemove(subject)} />,
      }))}
      groups={sections.map(({ id, title, note, rows, of = rows.length }) => ({
        key: id,
        title: (
          <span className="flex flex-wrap items-baseline gap-x-3">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {!isAlone && <span className="text-tertiary tabular-nums">{differenceWords(rows, of)}</span>}
          </span>
        ),
        ...(note !== undefined && { note }),
        lines: rows.map((row) => ({
          key: row.key,
          label: row.verbatim ? (
            <span translate="no" className="font-mono text-xs">
              {row.label}
            </span>
          ) : (
            row.label
          ),
          differs: row.differs,
          cells: row.cells.map((cell) => ({ content: <Cell cell={cell} row={row} />, differs: cell.differs })),
        })),
      }))}
    />
  );
}

/** `2 of 9 differ`. */
function differenceWords(rows: readonly ComparedRow[], all: number): string {
  const differ = rows.filter(({ differs }) => differs).length;
  return differ === 0 ? text("no difference") : text("{differ, number} of {all, number} differ", { differ, all });
}

function Cell({ cell, row: { verbatim } }: { readonly cell: ComparedCell; readonly row: ComparedRow }) {
  const { kind, text: words, more, hue } = cell;
  if (kind !== "told") return <span className="text-tertiary">{words}</span>;
  if (verbatim)
    return (
      <span translate="no" className="font-mono text-xs">
        <LongText text={words} />
      </span>
    );
  return (
    <>
      <span className={hue === undefined ? undefined : `font-medium ${roleText[hue]}`}>{words}</span>
      {more !== undefined && <span className="block text-xs text-tertiary">{more}</span>}
    </>
  );
}
