"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import { message, text } from "#lib/language/text.ts";
import type { ForecastRow } from "#lib/view/upcoming-versions/forecast-rows.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import {
  ForecastEffectCell,
  ForecastKindCell,
  ForecastReasonsCell,
  ForecastTimeCell,
  ForecastVersionsCell,
} from "./hop-cells.tsx";

interface StepTableProps {
  readonly rows: readonly ForecastRow[];
  readonly speech: TimeContext;
  /** Names of the cluster's profiles; undefined where they are not known. */
  readonly profiles: readonly string[] | undefined;
  /** Renders for a row what the dry run, the readiness and the freeze periods say, where they say something. */
  readonly verdictOf: (row: ForecastRow) => ReactNode;
}

/** Table of all forecast version changes and blocked updates by time; each row can be expanded to show reasons. */
export function StepTable({ rows, ...props }: StepTableProps) {
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  const items = rows.map((row, index) => ({ row, id: `hop-${index + 1}` }));
  return isNarrow ? (
    <ol aria-label={text("Upcoming steps and dead ends")} className="divide-y divide-hairline text-sm">
      {items.map(({ row, id }) => (
        <StepItem key={row.key} row={row} id={id} {...props} />
      ))}
    </ol>
  ) : (
    <Table
      caption={text("Upcoming steps and dead ends")}
      columns={columns.map(({ title, ...column }) => ({ ...column, title: text(title) }))}
    >
      {items.map(({ row, id }) => (
        <StepRow key={row.key} row={row} id={id} {...props} />
      ))}
    </Table>
  );
}

const columns = [
  { title: message("When") },
  { title: message("Component") },
  { title: message("Version") },
  { title: message("Kind") },
  { title: message("Effect") },
  { title: message("Reason"), hidden: true },
];

interface StepProps extends Omit<StepTableProps, "rows"> {
  readonly row: ForecastRow;
  readonly id: string;
}

function StepRow({ row, id, speech, profiles, verdictOf }: StepProps) {
  const why = useWhy();
  const cell = "px-3 py-2";
  return (
    <>
      <tr id={id} className={clsx("align-top", row.change === "gone" && "opacity-70")}>
        <th scope="row" className="py-2 pr-3 pl-4 font-normal">
          <ForecastTimeCell row={row} speech={speech} />
        </th>
        <ForecastVersionsCell row={row}>{(part) => <td className={cell}>{part}</td>}</ForecastVersionsCell>
        <td className={cell}>
          <ForecastKindCell row={row} speech={speech}>
            {verdictOf(row)}
          </ForecastKindCell>
        </td>
        <td className={clsx(cell, "text-secondary")}>
          <ForecastEffectCell row={row} />
        </td>
        <td className="py-1 pr-4 pl-3 text-right">
          <WhyButton {...why} />
        </td>
      </tr>
      {why.open && (
        <tr id={why.id} className="border-t-0!">
          <td colSpan={columns.length} className="bg-surface px-4 py-3 text-pretty text-secondary">
            <ForecastReasonsCell row={row} speech={speech} profiles={profiles} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A step of the forecast as a list item, for screens that are too narrow for the table. */
function StepItem({ row, id, speech, profiles, verdictOf }: StepProps) {
  const why = useWhy();
  return (
    <li id={id} className={clsx("flex flex-col gap-1.5 px-4 py-3", row.change === "gone" && "opacity-70")}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <ForecastTimeCell row={row} speech={speech} />
        </div>
        <ForecastKindCell row={row} speech={speech}>
          {verdictOf(row)}
        </ForecastKindCell>
      </div>
      <ForecastVersionsCell row={row}>{(part) => <div className="min-w-0">{part}</div>}</ForecastVersionsCell>
      <div className="flex items-center justify-between gap-x-4 text-secondary">
        <span>
          <ForecastEffectCell row={row} />
        </span>
        <WhyButton {...why} />
      </div>
      {why.open && (
        <div id={why.id} className="text-pretty text-secondary">
          <ForecastReasonsCell row={row} speech={speech} profiles={profiles} />
        </div>
      )}
    </li>
  );
}

function useWhy() {
  const [open, setOpen] = useState(false);
  return { id: useId(), open, toggle: () => setOpen(!open) };
}

function WhyButton({ id, open, toggle }: ReturnType<typeof useWhy>) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
      className="inline-flex h-7 items-center gap-1 rounded-tag px-1 whitespace-nowrap text-link hover:underline"
    >
      {text("Why?")}
      <ChevronDown aria-hidden className={clsx("size-3.5", open && "rotate-180")} />
    </button>
  );
}
