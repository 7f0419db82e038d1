// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { memo } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { roleText } from "#components/ui/role-classes.ts";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { watchedDays } from "#lib/policy/horizon/dead-end-horizon.ts";
import { formatDays } from "#lib/view/forecast/forced-words.ts";
import { withoutForced } from "#lib/view/forecast/risk-histogram.ts";
import { linkWords, type StuckCounts, type StuckLink } from "#lib/view/forecast/stuck-board.ts";
import type { Clock } from "#lib/words/clock.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { deadEndCauseLabels, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { SectionTitle } from "./section-title.tsx";

interface StuckBoardProps {
  readonly links: readonly StuckLink[];
  readonly stuck: StuckCounts;
  readonly query: FleetQuery;
  readonly clock: Clock;
  readonly now: number;
}

const columns = [
  { title: "Missing link", className: "pr-4" },
  { title: "Cause" },
  { title: "Stuck", numeric: true },
  { title: "Freed by it alone", numeric: true },
  { title: "First hit" },
];

/** What is missing where, and how many clusters its arrival would free. */
export const StuckBoard = memo(function StuckBoard({ links, stuck, query, clock, now }: StuckBoardProps) {
  const [first] = links;
  return (
    <section aria-labelledby="stuck-title" className="rounded-card border border-hairline bg-canvas">
      <header className="relative border-b border-hairline px-4 py-3">
        <SectionTitle id="stuck">Stuck, and what would free it</SectionTitle>
        {links.length > 0 && (
          <ExportList
            size="sm"
            label="Export links"
            className="absolute top-3 right-4"
            list={{
              count: links.length,
              noun: ["missing link", "missing links"],
              make: async () =>
                (await import("#lib/view/export/fleet-files.ts")).stuckFiles(links, {
                  filter: formatFleetQuery(query),
                  now: Date.now(),
                }),
            }}
          />
        )}
        <p className="mt-0.5 text-sm text-secondary">
          {first === undefined ? "No dead end is in sight." : <Finding stuck={stuck} query={query} />}
        </p>
      </header>
      {links.length > 0 && (
        <ScrollBox label="Missing links">
          <Table
            cards
            caption="Missing links, the one that frees most clusters first"
            columns={columns}
            className="w-full text-left text-sm tabular-nums max-sm:block sm:min-w-160"
            headClass="text-xs text-tertiary max-sm:sr-only"
            cellClass="px-3 py-2 first:pl-4 last:pr-4"
            bodyClass="divide-y divide-hairline border-hairline max-sm:block sm:border-t"
          >
            {links.map((link) => (
              <tr key={link.key} role="row" className="max-sm:block max-sm:px-4 max-sm:py-3">
                <th
                  role="rowheader"
                  scope="row"
                  className="text-left font-medium max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
                >
                  {linkWords(link)}
                </th>
                <CardCell title="Cause" quiet>
                  <span title={deadEndWords(link.code)}>{deadEndCauseLabels[link.cause]}</span>
                </CardCell>
                <CardCell title="Stuck" numeric>
                  <Link
                    href={`/clusters${formatFleetQuery(withFilter(withoutForced(query), "deadend", [link.key]))}`}
                    prefetch={false}
                    aria-label={`${countOf(link.clusters, "cluster")} stuck: ${linkWords(link)}`}
                    className="inline-block min-w-6 rounded-tag text-link hover:underline"
                  >
                    {formatNumber(link.clusters)}
                  </Link>
                </CardCell>
                <CardCell title="Freed by it" numeric className="font-medium">
                  {formatNumber(link.freed)}
                </CardCell>
                <CardCell title="First hit" className="whitespace-nowrap">
                  {link.stuckNow > 0 ? (
                    <span className="text-negative-text">{formatNumber(link.stuckNow)} stuck now</span>
                  ) : (
                    <span className={roleText[urgencyHues[link.urgency]]}>
                      {formatDays(link.firstAt, undefined, { clock, now })}
                      {link.urgency === "open" && ", open end"}
                    </span>
                  )}
                </CardCell>
              </tr>
            ))}
          </Table>
        </ScrollBox>
      )}
    </section>
  );
});

function Finding({ stuck, query }: Pick<StuckBoardProps, "stuck" | "query">) {
  const listOf = (values: readonly string[]) =>
    `/clusters${formatFleetQuery(withFilter(withoutForced(query), "deadend", values))}`;
  return (
    <>
      <Link href={listOf(["stuck"])} prefetch={false} className="text-link underline underline-offset-2">
        {countOf(stuck.stuck, "cluster")}
      </Link>{" "}
      {stuck.stuck === 1 ? "runs" : "run"} into a dead end.{" "}
      <Link href={listOf(["open", "-stuck"])} prefetch={false} className="text-link underline underline-offset-2">
        {formatNumber(stuck.open)}
      </Link>{" "}
      more {stuck.open === 1 ? "has" : "have"} an open end: no later version yet, and more than {watchedDays} days left.
    </>
  );
}
