// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.

import { memo, useMemo } from "react";
import { NextForcedChangeLabel } from "#components/data/fleet-parts/next-forced-change-label.tsx";
import { OwnerName } from "#components/data/fleet-parts/owner-name.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { sortableColumn } from "#components/ui/sortable-column.tsx";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import type { FleetRow, VisibleScope } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import type { SortKey, SortTerm } from "#lib/fleet/fields/field-names.ts";
import { type FleetQuery, withForecastTableQuery } from "#lib/fleet/fleet-query.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";
import { text } from "#lib/language/text.ts";
import { urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import {
  type ForecastTableRow,
  forecastTableRowsOf,
  reportedComponentLabel,
} from "#lib/view/forecast/forecast-table-rows.ts";
import { formatNumber } from "#lib/words/count.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import { SectionTitle } from "./section-keys.tsx";

interface ForecastTableProps {
  readonly rows: readonly FleetRow[];
  readonly projects: VisibleScope["projects"];
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
  readonly now: number;
}

const pageSize = 50;
interface Column extends TableColumn {
  readonly sort?: SortKey;
}
/** Columns with fixed shares of the width, so that the browser lays out fifty rows without measuring their texts. */
const columns = (): readonly Column[] => [
  { title: text("Cluster"), className: "sm:w-[11%]", sort: "name" },
  { title: text("Project"), className: "sm:w-[8%]", sort: "project" },
  { title: text("First forced change"), className: "sm:w-[25%]", sort: "forceAt" },
  { title: text("Component"), className: "sm:w-[13%] max-sm:sr-only" },
  { title: text("Steps"), className: "sm:w-[5%] max-sm:sr-only", numeric: true },
  { title: text("Ends at"), className: "sm:w-[7%] max-sm:sr-only" },
  { title: text("Dead end"), className: "sm:w-[14.5%] max-sm:sr-only" },
  {
    title: text("Replaces"),
    hint: text("At most so many nodes"),
    className: "sm:w-[6.5%] max-sm:sr-only",
    numeric: true,
  },
  { title: text("Owner"), className: "sm:w-[10%] max-sm:sr-only" },
];
const cardRow = "hover:bg-hover max-sm:flex max-sm:flex-col max-sm:px-4 max-sm:py-3";

/** Table of clusters with forced version changes, earliest first. */
export const ForecastTable = memo(function ForecastTable({ rows, projects, query, onChange, now }: ForecastTableProps) {
  const sort = query.sort[0] ?? { key: "forceAt", descending: false };
  const lines = useMemo(() => {
    const terms = query.sort.length > 0 ? query.sort : [{ key: "forceAt", descending: false } as const];
    return forecastTableRowsOf(sortFleet(rows, terms, { windowBegin: () => undefined }));
  }, [rows, query.sort]);
  const owners = useMemo(() => new Map(projects.map(({ name, owner }) => [name, owner])), [projects]);
  const last = Math.max(0, Math.ceil(lines.length / pageSize) - 1);
  const at = Math.min((query.tables?.page ?? 1) - 1, last);
  const turnTo = (page: number) => onChange(withForecastTableQuery(query, { page: page + 1 }));
  const shown = lines.slice(at * pageSize, (at + 1) * pageSize);
  const order = (by: SortTerm) => onChange(withForecastTableQuery({ ...query, sort: [by] }, { page: 1 }));
  const sortable = ({ sort: key, ...column }: Column): TableColumn =>
    key === undefined ? column : sortableColumn({ ...column, key, by: sort, onSort: order });
  return (
    <section
      aria-labelledby="table-title"
      className="rest-off-screen-480 rounded-card border border-hairline bg-canvas"
    >
      <header className="flex flex-wrap items-start justify-between gap-2 border-b border-hairline px-4 py-3">
        <div>
          <SectionTitle id="table">{text("Clusters")}</SectionTitle>
          <p role="status" className="mt-0.5 text-sm text-secondary tabular-nums">
            {lines.length === 0
              ? text("None of these clusters has a forced change in sight.")
              : text("{from, number}–{to, number} of {lines, number} with something forced.", {
                  from: at * pageSize + 1,
                  to: at * pageSize + shown.length,
                  lines: lines.length,
                })}
          </p>
        </div>
        {last > 0 && (
          <nav aria-label={text("Pages of the table")} className="flex gap-1">
            <Button size="sm" disabled={at === 0} onClick={() => turnTo(at - 1)}>
              {text("Previous", {}, "page")}
            </Button>
            <Button size="sm" disabled={at === last} onClick={() => turnTo(at + 1)}>
              {text("Next", {}, "page")}
            </Button>
          </nav>
        )}
      </header>
      {lines.length > 0 && (
        <ScrollBox label={text("Table of clusters")}>
          <Table
            cards
            caption={text("Clusters with a forced change")}
            columns={columns().map(sortable)}
            className="w-full text-left text-sm tabular-nums max-sm:block sm:min-w-280 sm:table-fixed"
            headClass="text-xs text-tertiary max-sm:block"
            cellClass="px-3 py-1.5 first:pl-4 last:pr-4"
            bodyClass="divide-y divide-hairline border-t border-hairline max-sm:block"
          >
            {shown.map((line) => (
              <Line key={line.row.uid} line={line} owner={owners.get(line.row.project)} now={now} />
            ))}
          </Table>
        </ScrollBox>
      )}
    </section>
  );
});

interface LineProps {
  readonly line: ForecastTableRow;
  readonly owner: string | undefined;
  readonly now: number;
}

function Line({ line: { row, first, steps, nodes }, owner, now }: LineProps) {
  const path = clusterPath(row);
  const [deadEnd] = row.forecast?.deadEnds ?? [];
  const ends = row.forecast?.finalVersions.join(` ${text("or")} `) ?? "";
  const lane = first.step?.lane ?? first.deadEnd?.lane ?? "";
  return (
    <tr role="row" className={cardRow}>
      <th
        role="rowheader"
        scope="row"
        className="truncate font-medium max-sm:-order-2 sm:px-3 sm:py-2 sm:pl-4"
        title={row.name}
      >
        <Link
          href={path}
          prefetch={false}
          className="rounded-tag hover:text-link hover:underline max-sm:inline-block max-sm:min-h-6"
        >
          {row.name}
        </Link>
      </th>
      <CardCell title={text("Project")} quiet whole={row.project}>
        {row.project}
      </CardCell>
      <CardCell className="max-sm:-order-1 max-sm:py-1">
        <NextForcedChangeLabel row={row} />
      </CardCell>
      <CardCell title={text("Component")} quiet whole={reportedComponentLabel(lane)}>
        {reportedComponentLabel(lane)}
      </CardCell>
      <CardCell title={text("Steps")} numeric empty={steps === undefined}>
        {steps}
      </CardCell>
      <CardCell title={text("Ends at")} empty={ends === ""} className="font-mono">
        {ends}
      </CardCell>
      <CardCell title={text("Dead end")} whole={deadEnd && missingVersionLabel(deadEnd)} empty={deadEnd === undefined}>
        {deadEnd && (
          <span className={hueTextClasses[urgencyHues[urgencyOf(deadEnd, now)]]}>{missingVersionLabel(deadEnd)}</span>
        )}
      </CardCell>
      <CardCell title={text("Replaces")} numeric empty={nodes === 0}>
        {nodes === undefined ? <span className="text-secondary">{text("unknown")}</span> : `≤ ${formatNumber(nodes)}`}
        <span className="sm:sr-only"> {text("nodes")}</span>
      </CardCell>
      <CardCell title={text("Owner")} quiet whole={owner} empty={owner === undefined}>
        {owner !== undefined && <OwnerName owner={owner} />}
      </CardCell>
    </tr>
  );
}
