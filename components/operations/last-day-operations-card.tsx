import { Suspense, useMemo } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { LargeNumberLink } from "#components/ui/large-number-link.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Table } from "#components/ui/table.tsx";
import { text } from "#lib/language/text.ts";
import {
  type LastDayOperations,
  lastDayOperationsOf,
  succeededLabel,
} from "#lib/view/operations/last-day-operations.ts";
import type { OperationListRow } from "#lib/view/operations/operation-list-rows.ts";
import { lastDayOperationsPath } from "#lib/view/operations/operations-query.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

/** Loaded after the first paint, into reserved space. */
const LastDayOperationsChart = lazyComponent(
  async () => (await import("./last-day-operations-chart.tsx")).LastDayOperationsChart,
);

interface LastDayCardProps {
  /** Last operations of clusters within a day. */
  readonly lines: readonly OperationListRow[];
  readonly now: number;
  readonly projects: readonly string[];
}

/** Card of the operations that ended in the last 24 hours, by hour, with a table that lists failures first. */
export function LastDayOperationsCard({ lines, now, projects }: LastDayCardProps) {
  const day = useMemo(() => lastDayOperationsOf(lines, now), [lines, now]);
  return (
    <Card id="last-day" title={text("The last 24 hours")}>
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-1">
          <LargeNumberLink
            href={lastDayOperationsPath("failed", projects)}
            number={formatNumber(day.failed)}
            label={text("failed or retrying")}
            isZero={day.failed === 0}
            isBad
          />
          <LargeNumberLink
            href={lastDayOperationsPath("succeeded", projects)}
            number={formatNumber(day.succeeded)}
            label={text("succeeded")}
            isZero={day.succeeded === 0}
          />
          <p className="text-sm text-secondary">{succeededLabel(day)}</p>
        </div>
        <div className="h-32">
          <Suspense>
            <LastDayOperationsChart hours={day.hours} />
          </Suspense>
        </div>
      </div>
      <p className="mt-2 text-sm text-pretty text-secondary">
        {text("Gardener keeps the last operation of each cluster only. Earlier ones of the same day are not counted.")}
      </p>
      <HoursTable day={day} />
    </Card>
  );
}

function HoursTable({ day }: { readonly day: LastDayOperations }) {
  const clock = useDisplayClock();
  const columns = [
    { title: text("From") },
    { title: text("Succeeded"), numeric: true },
    { title: text("Failed or retrying"), numeric: true },
    { title: text("Not ended"), numeric: true },
  ];
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-tag text-secondary hover:text-ink">
        {text("All hours as a table")}
      </summary>
      <Table
        caption={text("Operations by the hour of their last report")}
        columns={columns}
        className="mt-2 text-left text-sm tabular-nums"
        cellClass="px-2 py-1 first:pl-0"
      >
        {day.hours.map(({ fromAt, succeeded, failed, others }) => (
          <tr key={fromAt}>
            <th scope="row" className="py-1 pr-2 font-normal whitespace-nowrap text-secondary">
              {formatDateTime(fromAt, clock)}
            </th>
            {[succeeded, failed, others].map((count, column) => (
              <td key={columns[column + 1]?.title} className="px-2 py-1 text-right">
                {formatNumber(count)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}
