"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import { memo, useMemo } from "react";
import { ForcedChange } from "#components/data/shown/forced-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import type { FleetRow, Scope } from "#lib/contract/fleet.ts";
import { missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import type { SortKey } from "#lib/fleet/fields/field-names.ts";
import { type FleetQuery, withTables } from "#lib/fleet/fleet-query.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";
import { type ForecastLine, forecastLines, laneWords } from "#lib/view/forecast/forecast-lines.ts";
import { formatNumber } from "#lib/words/count.ts";
import { SectionTitle } from "./section-title.tsx";

interface ForecastTableProps {
  readonly rows: readonly FleetRow[];
  readonly projects: Scope["projects"];
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
}

const pageSize = 50;
interface Column extends TableColumn {
  readonly sort?: SortKey;
}
/** With the share of the width that each takes: fifty lines are laid out faster when no text decides it. */
const columns: readonly Column[] = [
  { title: "Cluster", className: "w-[12.5%]", sort: "name" },
  { title: "Project", className: "w-[7.5%]", sort: "project" },
  { title: "First forced change", className: "w-[23.5%]", sort: "forceAt" },
  { title: "Component", className: "w-[12.5%]" },
  { title: "Steps", className: "w-[4.7%]", numeric: true },
  { title: "Ends at", className: "w-[7.3%]" },
  { title: "Dead end", className: "w-[17%]" },
  { title: "Replaces nodes", className: "w-[6.2%]", numeric: true },
  { title: "Owner", className: "w-[8.8%]" },
];

/** The clusters upon which something is forced, the first to come first. */
export const ForecastTable = memo(function ForecastTable({ rows, projects, query, onChange }: ForecastTableProps) {
  const sort = query.sort[0] ?? { key: "forceAt", descending: false };
  const lines = useMemo(() => {
    const terms = query.sort.length > 0 ? query.sort : [{ key: "forceAt", descending: false } as const];
    return forecastLines(sortFleet(rows, terms, { windowBegin: () => undefined }));
  }, [rows, query.sort]);
  const owners = useMemo(() => new Map(projects.map(({ name, owner }) => [name, owner])), [projects]);
  const last = Math.max(0, Math.ceil(lines.length / pageSize) - 1);
  const at = Math.min((query.tables?.page ?? 1) - 1, last);
  const turnTo = (page: number) => onChange(withTables(query, { page: page + 1 }));
  const shown = lines.slice(at * pageSize, (at + 1) * pageSize);
  const order = (key: SortKey) => {
    const descending = sort.key === key && !sort.descending;
    onChange(withTables({ ...query, sort: [{ key, descending }] }, { page: 1 }));
  };
  return (
    <section
      aria-labelledby="table-title"
      className="rest-off-screen-480 rounded-card border border-hairline bg-canvas"
    >
      <header className="flex flex-wrap items-start justify-between gap-2 border-b border-hairline px-4 py-3">
        <div>
          <SectionTitle id="table">Clusters</SectionTitle>
          <p role="status" className="mt-0.5 text-sm text-secondary tabular-nums">
            {lines.length === 0
              ? "None of these clusters has a forced change in sight."
              : `${formatNumber(at * pageSize + 1)}–${formatNumber(at * pageSize + shown.length)} of ${formatNumber(lines.length)} with something forced.`}
          </p>
        </div>
        {last > 0 && (
          <nav aria-label="Pages of the table" className="flex gap-1">
            <Button size="sm" disabled={at === 0} onClick={() => turnTo(at - 1)}>
              Previous
            </Button>
            <Button size="sm" disabled={at === last} onClick={() => turnTo(at + 1)}>
              Next
            </Button>
          </nav>
        )}
      </header>
      {lines.length > 0 && (
        <ScrollBox label="Table of clusters">
          <Table
            caption="Clusters with a forced change"
            columns={columns.map(({ sort: key, ...column }) => ({
              ...column,
              ...(key !== undefined && {
                sorted: key === sort.key ? (sort.descending ? "descending" : "ascending") : undefined,
                head: (
                  <SortButton
                    label={column.title}
                    sorted={key === sort.key}
                    descending={sort.descending}
                    onSort={() => order(key)}
                  />
                ),
              }),
            }))}
            className="w-full min-w-315 table-fixed text-left text-sm tabular-nums"
            cellClass="px-3 py-1.5 first:pl-4 last:pr-4"
          >
            {shown.map((line) => (
              <Line key={line.row.uid} line={line} owner={owners.get(line.row.project)} />
            ))}
          </Table>
        </ScrollBox>
      )}
    </section>
  );
});

interface SortButtonProps {
  readonly label: string;
  readonly sorted: boolean;
  readonly descending: boolean;
  readonly onSort: () => void;
}

function SortButton({ label, sorted, descending, onSort }: SortButtonProps) {
  const Arrow = descending ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={clsx(
        "-mx-1 inline-flex min-h-6 items-center gap-0.5 rounded-tag px-1 hover:bg-hover hover:text-ink",
        sorted && "text-ink",
      )}
    >
      {label}
      {sorted && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}

function Line({
  line: { row, first, steps, nodes },
  owner,
}: {
  readonly line: ForecastLine;
  readonly owner: string | undefined;
}) {
  const path = `/clusters/${encodeURIComponent(row.project)}/${encodeURIComponent(row.name)}`;
  const [deadEnd] = row.forecast?.deadEnds ?? [];
  const lane = first.step?.lane ?? first.deadEnd?.lane ?? "";
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="truncate px-3 py-1.5 pl-4 text-left font-medium" title={row.name}>
        <Link href={path} prefetch={false} className="rounded-tag hover:text-link hover:underline">
          {row.name}
        </Link>
      </th>
      <td className="truncate px-3 py-1.5 text-secondary" title={row.project}>
        {row.project}
      </td>
      <td className="px-3 py-1.5">
        <ForcedChange row={row} />
      </td>
      <td className="truncate px-3 py-1.5 text-secondary" title={laneWords(lane)}>
        {laneWords(lane)}
      </td>
      <td className="px-3 py-1.5 text-right">{steps ?? <None />}</td>
      <td className="px-3 py-1.5 font-mono">{row.forecast?.finalVersions.join(" or ") || <None />}</td>
      <td className="truncate px-3 py-1.5" title={deadEnd && missingWords(deadEnd)}>
        {deadEnd === undefined ? <None /> : <span className="text-negative-text">{missingWords(deadEnd)}</span>}
      </td>
      <td className="px-3 py-1.5 text-right">
        {nodes === undefined ? (
          <span className="text-secondary">unknown</span>
        ) : nodes === 0 ? (
          <None />
        ) : (
          `≤ ${formatNumber(nodes)}`
        )}
      </td>
      <td className="truncate px-3 py-1.5 pr-4 text-secondary" title={owner}>
        {owner ?? <None />}
      </td>
    </tr>
  );
}

function None() {
  return <span className="text-tertiary">–</span>;
}
