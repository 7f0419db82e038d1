"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import type { ForecastRow } from "#lib/view/ladder/forecast-rows.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { ConfidenceCell, EffectCell, KindCell, StepCell, WhenCell, WhyCell } from "./hop-cells.tsx";

interface HopTableProps {
  readonly rows: readonly ForecastRow[];
  readonly speech: Speech;
  /** What a dry run said of a row; nothing for those that it did not try. */
  readonly verdictOf: (row: ForecastRow) => ReactNode;
}

/** Every step and every dead end, in time order: the form that says everything. */
export function HopTable(props: HopTableProps) {
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  return isNarrow ? <HopList {...props} /> : <WideTable {...props} />;
}

const columns = ["When", "Step", "Kind", "Why", "Effect", "Confidence"].map((title) => ({ title }));

function WideTable({ rows, speech, verdictOf }: HopTableProps) {
  return (
    <Table caption="Upcoming steps and dead ends" columns={columns}>
      {rows.map((row, index) => (
        <tr key={row.key} id={`hop-${index + 1}`} className={clsx("align-top", row.change === "gone" && "opacity-70")}>
          <th scope="row" className="w-[17%] py-3 pr-3 pl-4 font-normal">
            <WhenCell row={row} speech={speech} />
          </th>
          <td className="px-3 py-3">
            <StepCell row={row} />
          </td>
          <td className="px-3 py-3">
            <KindCell row={row} />
          </td>
          <td className="w-[28%] px-3 py-3 text-pretty text-secondary">
            <WhyCell row={row} speech={speech} />
          </td>
          <td className="w-[20%] px-3 py-3 text-pretty text-secondary">
            <EffectCell row={row} />
          </td>
          <td className="py-3 pr-4 pl-3 text-secondary">
            <ConfidenceCell row={row}>{verdictOf(row)}</ConfidenceCell>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The same rows where a table would have to be scrolled sideways. */
function HopList({ rows, speech, verdictOf }: HopTableProps) {
  return (
    <ol aria-label="Upcoming steps and dead ends" className="divide-y divide-hairline text-sm">
      {rows.map((row, index) => (
        <li
          key={row.key}
          id={`hop-${index + 1}`}
          className={clsx("flex flex-col gap-2.5 px-4 py-3.5", row.change === "gone" && "opacity-70")}
        >
          <div>
            <WhenCell row={row} speech={speech} />
          </div>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
            <div className="min-w-0">
              <StepCell row={row} />
            </div>
            <KindCell row={row} />
          </div>
          <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-2 text-pretty text-secondary">
            <dt className="text-tertiary">Why</dt>
            <dd>
              <WhyCell row={row} speech={speech} />
            </dd>
            <dt className="text-tertiary">Effect</dt>
            <dd>
              <EffectCell row={row} />
            </dd>
            <dt className="text-tertiary">Confidence</dt>
            <dd>
              <ConfidenceCell row={row}>{verdictOf(row)}</ConfidenceCell>
            </dd>
          </dl>
        </li>
      ))}
    </ol>
  );
}
