"use client";

import { X } from "lucide-react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { ComparedTable } from "#components/ui/compared-table.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { formatComparedRef } from "#lib/view/compare/compare-address.ts";
import type { ComparedCell, ComparedRow, ComparedSection } from "#lib/view/compare/compared-row.ts";
import { generationOfSpecKey } from "#lib/view/compare/spec-key.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { ComparedClusterColumn } from "./use-compared-clusters.ts";

interface CompareSectionsProps {
  readonly subjects: readonly ComparedClusterColumn[];
  /** Sections of fields to render. */
  readonly sections: readonly ComparedSection[];
  readonly beside: number;
  /** Whether only one cluster could be read, so that nothing can be called different or equal. */
  readonly isAlone: boolean;
  readonly onRemove: (subject: ComparedClusterColumn) => void;
}

/** The table of the comparison: a column for each cluster, a row for each field. */
export function CompareSections({ subjects, sections, beside, isAlone, onRemove }: CompareSectionsProps) {
  const names = subjects.map(({ ref }) => formatComparedRef(ref));
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
            {!isAlone && <span className="text-tertiary tabular-nums">{differenceLabel(rows, of)}</span>}
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

/** Returns how many fields differ, such as `2 of 9 differ`. */
function differenceLabel(rows: readonly ComparedRow[], all: number): string {
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
      <span className={hue === undefined ? undefined : `font-medium ${hueTextClasses[hue]}`}>{words}</span>
      {more !== undefined && <span className="block text-xs text-tertiary">{more}</span>}
    </>
  );
}

interface ComparedHeadProps {
  readonly subject: ComparedClusterColumn;
  /** Whether several columns show the same cluster, so that each header needs the time of its state. */
  readonly isDated: boolean;
  readonly onRemove: () => void;
}

/** Header of a comparison column: the cluster, and the time of its state. */
function ComparedHead({ subject, isDated, onRemove }: ComparedHeadProps) {
  const { ref, seenAt, reading, cluster } = subject;
  const clock = useDisplayClock();
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Link
          href={clusterPath(ref)}
          className="block rounded-tag text-base font-semibold wrap-anywhere text-ink hover:text-link hover:underline"
          translate="no"
        >
          {ref.name}
        </Link>
        <span className="block text-xs font-normal wrap-anywhere text-tertiary" translate="no">
          {ref.project}
        </span>
        {(isDated || ref.spec !== undefined) && (
          <span className="block text-xs font-normal text-secondary">
            {ref.spec === undefined
              ? text("Now")
              : seenAt === undefined
                ? text("Spec {generation}", { generation: generationOfSpecKey(ref.spec) })
                : text("Spec {generation}, as read {seenAt}", {
                    generation: generationOfSpecKey(ref.spec),
                    seenAt: formatDateTime(seenAt, clock),
                  })}
          </span>
        )}
        {reading && cluster === undefined && <Skeleton className="mt-1 h-4 w-20" />}
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        className="-my-1 shrink-0"
        data-print="hidden"
        aria-label={text("Remove {ref}", { ref: formatComparedRef(ref) })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
