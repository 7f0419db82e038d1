import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { RenderAfterPaint } from "#components/ui/render-after-paint.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createForcedChangeFilter } from "#lib/fleet/fields/forced-filter.ts";
import {
  type FleetQuery,
  formatFleetQuery,
  type HeatMapDimension,
  heatMapDimensions,
  withFilter,
  withForecastTableQuery,
} from "#lib/fleet/fleet-query.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatDayRange } from "#lib/view/forecast/forced-change-descriptions.ts";
import {
  createHeatMap,
  type HeatColumn,
  type HeatMap,
  type HeatRow,
  type HeatSort,
  heatLevel,
  sortHeatRows,
  timeRangeOfHeatMap,
} from "#lib/view/forecast/heat-map.ts";
import { type DisplayClock, utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { SectionTitle } from "./section-keys.tsx";

const dimensionLabels: Readonly<Record<HeatMapDimension, Message>> = {
  project: message("Project"),
  profile: message("Cloud profile"),
};

/** The class names are written in full, because Tailwind finds them by searching the source code. */
const levels = [
  // Class of weeks without changes, which look like the background so that other weeks stand out.
  "bg-surface",
  "bg-(--heat-1) text-(--on-heat-low)",
  "bg-(--heat-2) text-(--on-heat-low)",
  "bg-(--heat-3) text-(--on-heat-low)",
  "bg-(--heat-4) text-(--on-heat-low)",
  "bg-(--heat-5) text-(--on-heat-high)",
  "bg-(--heat-6) text-(--on-heat-high)",
  "bg-(--heat-7) text-(--on-heat-high)",
];
const mostRows = 25;
/** Number of rows shown at first, which fill about a screen. */
const firstRows = 10;

interface HeatTableProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  readonly clock: DisplayClock;
  readonly onChange: (query: FleetQuery) => void;
}

/** Heat map of forced version changes by week. A dark cell means that many clusters change in the same week. */
export const HeatTable = memo(function HeatTable({ rows, query, now, clock, onChange }: HeatTableProps) {
  const dimension = query.tables?.rows ?? "project";
  const [sort, setSort] = useState<HeatSort>("total");
  const [all, setAll] = useState(false);
  const map = useMemo(
    () => createHeatMap(rows, dimension, { now, eventsOf: createForcedChangeFilter(query.filters).events }),
    [rows, dimension, now, query.filters],
  );
  const sorted = sortHeatRows(map.rows, sort);
  const shown = all ? sorted : sorted.slice(0, mostRows);
  const lineOf = (row: HeatRow) => (
    <HeatLine
      key={row.name}
      row={row}
      map={map}
      query={withFilter(query, dimension, [row.name])}
      speech={{ now, clock }}
    />
  );
  const columnOf = ({ title, label, by, first = false, wide = false }: HeatColumnHead): TableColumn => {
    const sorted = sort === by;
    return {
      title,
      sorted: sorted ? (by === "name" ? "ascending" : "descending") : "none",
      // The width is set on the columns instead of the table, so that the browser need not measure texts.
      className: first ? "sticky left-0 z-10 w-28 bg-canvas pl-4 text-left" : wide ? "w-17" : sorted ? "w-11" : "w-8",
      head: (
        <button
          type="button"
          title={label === undefined ? undefined : title}
          onClick={() => setSort(by)}
          className={clsx(
            "inline-flex min-h-6 items-end gap-0.5 rounded-tag px-0.5 whitespace-nowrap hover:bg-hover hover:text-ink",
            sorted && "text-ink",
          )}
        >
          {label ?? title}
          {sorted && <ArrowDown aria-hidden className="size-3" />}
        </button>
      ),
    };
  };
  const columns = [
    columnOf({ title: text(dimensionLabels[dimension]), by: "name", first: true }),
    ...map.columns.map((column, index) =>
      columnOf({
        title: headOf(column, { now, clock }),
        label: shortHeadOf(column, map.columns[index - 1]),
        by: index,
        wide: column.fromAt === undefined,
      }),
    ),
    columnOf({ title: text("Total"), by: "total", wide: true }),
  ];
  return (
    <figure aria-labelledby="weeks-title" className="rounded-card border border-hairline bg-canvas">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-hairline px-4 py-3">
        <div className="min-w-0 flex-1 basis-80">
          <SectionTitle id="weeks">{text("Forced changes by week")}</SectionTitle>
          <p className="mt-0.5 text-sm text-secondary">{findingOf(map, { now, clock })}</p>
        </div>
        <Segments
          label={text("Rows of the table")}
          value={dimension}
          options={heatMapDimensions.map((one) => ({ value: one, label: text(dimensionLabels[one]) }))}
          onChange={(rows) => onChange(withForecastTableQuery(query, { rows }))}
        />
      </figcaption>
      {map.rows.length > 0 && (
        <ScrollBox label={text("Weeks")} className="py-3">
          {/* No width of its own: the columns set it, so that no text determines it. */}
          <Table
            caption={text(
              "Clusters forced to change, or stuck, by week and {dimension, select, project {project} other {cloud profile}}",
              { dimension },
            )}
            columns={columns}
            className="w-0 table-fixed border-separate border-spacing-0.5 text-center text-xs tabular-nums"
            headClass="text-tertiary"
            cellClass="p-0"
            bodyClass=""
            foot={<HeatLine row={map.totals} map={{ ...map, greatest: 0 }} query={query} speech={{ now, clock }} />}
          >
            {shown.slice(0, firstRows).map(lineOf)}
            <RenderAfterPaint>{shown.slice(firstRows).map(lineOf)}</RenderAfterPaint>
          </Table>
          {sorted.length > mostRows && (
            <Button size="sm" className="mt-2 ml-4" onClick={() => setAll(!all)}>
              {all
                ? text("Show the first {mostRows}", { mostRows })
                : text("Show all {sorted, number}", { sorted: sorted.length })}
            </Button>
          )}
        </ScrollBox>
      )}
    </figure>
  );
});

interface Speech {
  readonly now: number;
  readonly clock: DisplayClock;
}

function headOf({ fromAt }: HeatColumn, speech: Speech): string {
  return fromAt === undefined
    ? text("Overdue")
    : text("week from {day}", { day: formatDayRange(fromAt, undefined, { ...speech, clock: utcClock }) });
}

/** Short header of one of 26 week columns: the day, and above it the month if it differs from the week before. */
function shortHeadOf({ fromAt }: HeatColumn, before: HeatColumn | undefined): ReactNode {
  if (fromAt === undefined) return text("Overdue");
  const { day = "", month = "" } = wallClockTimeOf(fromAt, utcClock) ?? {};
  const last = before?.fromAt === undefined ? undefined : wallClockTimeOf(before.fromAt, utcClock);
  return (
    <span className="flex flex-col leading-4">
      <span className="h-4 text-ink">{month === last?.month ? <span className="sr-only">{month}</span> : month}</span>
      {day}
    </span>
  );
}

function findingOf({ columns, totals }: HeatMap, speech: Speech): string {
  const most = Math.max(...totals.counts);
  const column = columns[totals.counts.indexOf(most)];
  if (most === 0 || column === undefined) return text("Nothing is forced within half a year.");
  const clusters = text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: most });
  return column.fromAt === undefined
    ? text("Most are overdue already: {clusters}.", { clusters })
    : text("Most come in the {week}: {clusters}.", { week: headOf(column, speech), clusters });
}

interface HeatColumnHead {
  readonly title: string;
  /** Short label for columns that are too narrow for the title. */
  readonly label?: ReactNode;
  readonly by: HeatSort;
  readonly first?: boolean;
  /** Whether the column must be wider than a week column. */
  readonly wide?: boolean;
}

interface HeatLineProps {
  readonly row: HeatRow;
  readonly map: HeatMap;
  readonly query: FleetQuery;
  readonly speech: Speech;
}

function HeatLine({ row, map, query, speech }: HeatLineProps) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 truncate bg-canvas pr-2 pl-4 text-left text-sm font-medium"
        title={row.name}
      >
        {row.name}
      </th>
      {row.counts.map((count, index) => {
        const column = map.columns[index];
        if (column === undefined) return null;
        const level = heatLevel(count, map.greatest);
        return (
          <td key={column.time} className={clsx("h-6 rounded-tag p-0", levels[level])}>
            {count === 0 ? (
              <span className="sr-only">{text("none")}</span>
            ) : (
              <Link
                href={`/clusters${formatFleetQuery(withFilter(query, "forceIn", [column.time]))}`}
                prefetch={false}
                aria-label={`${row.name}, ${headOf(column, speech)}: ${text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: count })}`}
                className="block rounded-tag leading-6 hover:underline"
              >
                {formatNumber(count)}
              </Link>
            )}
          </td>
        );
      })}
      <td className="pr-4 pl-2 text-right text-sm font-medium">
        <Link
          href={`/clusters${formatFleetQuery(withFilter(query, "forceIn", [timeRangeOfHeatMap(map)]))}`}
          prefetch={false}
          aria-label={text("{name}, {total} in half a year; show its clusters", { name: row.name, total: row.total })}
          className="inline-block min-w-6 rounded-tag leading-6 hover:underline"
        >
          {formatNumber(row.total)}
        </Link>
      </td>
    </tr>
  );
}
