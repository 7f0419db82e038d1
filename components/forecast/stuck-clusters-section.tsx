// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.

import { memo, type ReactNode } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import { richText } from "#components/ui/rich-text.ts";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { deadEndCodeLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { watchedDays } from "#lib/policy/versions/dead-end-horizon.ts";
import { formatDayRange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { withoutForcedChangeFilters } from "#lib/view/forecast/risk-histogram.ts";
import {
  type MissingUpgradeLink,
  missingUpgradeLinkLabel,
  type StuckClusterCounts,
} from "#lib/view/forecast/stuck-board.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { deadEndCauseLabels, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { NumberLink } from "./number-link.tsx";
import { SectionTitle } from "./section-keys.tsx";

interface StuckBoardProps {
  readonly links: readonly MissingUpgradeLink[];
  readonly stuck: StuckClusterCounts;
  readonly query: FleetQuery;
  readonly clock: DisplayClock;
  readonly now: number;
}

const columns = () => [
  { title: text("Missing link"), className: "pr-4" },
  { title: text("Cause") },
  { title: text("Stuck"), numeric: true },
  { title: text("Freed by it alone"), numeric: true },
  { title: text("First hit") },
];

/** Section on clusters that cannot be updated: missing versions by CloudProfile, and how many clusters each helps. */
export const StuckClustersSection = memo(function StuckBoard({ links, stuck, query, clock, now }: StuckBoardProps) {
  const [first] = links;
  return (
    <section aria-labelledby="stuck-title" className="rounded-card border border-hairline bg-canvas">
      <header className="relative border-b border-hairline px-4 py-3">
        <SectionTitle id="stuck">{text("Stuck, and what would free it")}</SectionTitle>
        {links.length > 0 && (
          <ExportList
            size="sm"
            label={text("Export links")}
            className="absolute top-3 right-4 max-sm:static max-sm:mt-2"
            list={{
              count: links.length,
              counted: (count) => text("{count, plural, one {# missing link} other {# missing links}}", { count }),
              make: async () =>
                (await import("#lib/view/export/fleet-files.ts")).exportStuckLinks(links, {
                  filter: formatFleetQuery(query),
                  now: Date.now(),
                }),
            }}
          />
        )}
        <p className="mt-0.5 text-sm text-secondary">
          {first === undefined ? text("No dead end is in sight.") : <Finding stuck={stuck} query={query} />}
        </p>
      </header>
      {links.length > 0 && (
        <ScrollBox label={text("Missing links")}>
          <Table
            cards
            caption={text("Missing links, the one that frees most clusters first")}
            columns={columns()}
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
                  {missingUpgradeLinkLabel(link)}
                </th>
                <CardCell title={text("Cause")} quiet>
                  <span title={deadEndCodeLabel(link.code)}>{text(deadEndCauseLabels[link.cause])}</span>
                </CardCell>
                <CardCell title={text("Stuck")} numeric>
                  <NumberLink
                    count={link.clusters}
                    href={`/clusters${formatFleetQuery(withFilter(withoutForcedChangeFilters(query), "deadend", [link.key]))}`}
                    label={text("{clusters, plural, one {# cluster} other {# clusters}} stuck: {link}", {
                      clusters: link.clusters,
                      link: missingUpgradeLinkLabel(link),
                    })}
                  />
                </CardCell>
                <CardCell title={text("Freed by it")} numeric className="font-medium">
                  {formatNumber(link.freed)}
                </CardCell>
                <CardCell title={text("First hit")} className="whitespace-nowrap">
                  {link.stuckNow > 0 ? (
                    <span className="text-negative-text">
                      {text("{stuckNow, number} stuck now", { stuckNow: link.stuckNow })}
                    </span>
                  ) : (
                    <span className={hueTextClasses[urgencyHues[link.urgency]]}>
                      {firstLabel(link, { clock, now })}
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
    `/clusters${formatFleetQuery(withFilter(withoutForcedChangeFilters(query), "deadend", values))}`;
  const linkTo = (values: readonly string[]) => (words: ReactNode) => (
    <Link href={listOf(values)} prefetch={false} className="text-link underline underline-offset-2">
      {words}
    </Link>
  );
  return (
    <>
      {richText(
        "<link>{stuck, plural, one {# cluster} other {# clusters}}</link> {stuck, plural, one {runs} other {run}} into a dead end.",
        { stuck: stuck.stuck, link: linkTo(["stuck"]) },
      )}{" "}
      {richText(
        "<link>{open, number}</link> more {open, plural, one {has} other {have}} an open end: no later version yet, and more than {days} days left.",
        { open: stuck.open, days: watchedDays, link: linkTo(["open", "-stuck"]) },
      )}
    </>
  );
}

function firstLabel({ firstAt, urgency }: MissingUpgradeLink, speech: Pick<StuckBoardProps, "clock" | "now">): string {
  const day = formatDayRange(firstAt, undefined, speech);
  return urgency === "open" ? text("{day}, open end", { day }) : day;
}
