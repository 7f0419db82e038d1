import { clsx } from "clsx";
import { memo, type ReactNode, Suspense, useState } from "react";
import { legendSymbolsOfKind } from "#components/data/fleet-parts/kind-look.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { LargeNumberLink } from "#components/ui/large-number-link.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { Table } from "#components/ui/table.tsx";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import {
  clusterListPathOfRiskBar,
  countForcedSoon,
  forcedEventKindLabel,
  forcedEventKinds,
  hasForcedChangeFilter,
  queryOfForcedMinorSoon,
  queryOfForcedSoon,
  type RiskBar,
  type RiskHistogram,
  riskBarLabel,
} from "#lib/view/forecast/risk-histogram.ts";
import { formatNumber } from "#lib/words/count.ts";
import { NumberLink } from "./number-link.tsx";
import { SectionTitle } from "./section-keys.tsx";

/** Height of five chart rows in px, reserved so that nothing moves when the chart has loaded. */
const riskChartHeightPx = 170;

const ForcedChangesBarChart = lazyComponent(
  async () => (await import("./forced-changes-bar-chart.tsx")).ForcedChangesBarChart,
);

interface RiskFigureProps {
  readonly histogram: RiskHistogram;
  readonly query: FleetQuery;
  /** Number of clusters that are forced to a new minor version within 30 days, in total and in production. */
  readonly minor: { readonly all: number; readonly production: number };
  readonly now: number;
}

/** Card with the histogram of clusters by the time and the kind of their forced version change. */
export const ForcedChangesHistogramCard = memo(function RiskFigure({ histogram, query, minor, now }: RiskFigureProps) {
  const [asTable, setAsTable] = useState(false);
  const idle = useIdle();
  const { bars, calm, clusters } = histogram;
  const soon = countForcedSoon(bars);
  const [near, far] = [bars.slice(0, -1), bars.at(-1)];
  return (
    <figure aria-labelledby="risk-title" className="rounded-card border border-hairline bg-canvas">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-hairline px-4 py-3">
        <div className="min-w-0 flex-1 basis-80">
          <SectionTitle id="risk">{text("When changes are forced")}</SectionTitle>
          <LargeNumberLink
            href={listOf(queryOfForcedSoon(query, now))}
            number={formatNumber(soon)}
            label={text("{count, plural, one {cluster} other {clusters}} forced or stuck within 30 days", {
              count: soon,
            })}
            isZero={soon === 0}
          />
          <Finding minor={minor} query={query} clusters={clusters} now={now} />
        </div>
        <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? text("Show as chart") : text("Show as table")}
        </Button>
      </figcaption>
      <div className="px-4 py-3">
        {asTable ? (
          <RiskTable histogram={histogram} query={query} />
        ) : (
          <>
            <ul aria-label={text("Kinds of change")} className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {forcedEventKinds.map((kind) => (
                <li key={kind} className="flex items-center gap-1.5">
                  {legendSymbolsOfKind(kind, near).map(({ look, when }) => (
                    <span
                      key={look}
                      aria-hidden
                      title={when}
                      className={clsx("h-2.5 min-w-2.5 rounded-[2px] forced-color-adjust-none", look)}
                    />
                  ))}
                  {forcedEventKindLabel(kind)}
                </li>
              ))}
            </ul>
            <div style={{ height: riskChartHeightPx }}>
              <Suspense fallback={<Skeleton className="size-full" />}>
                {idle ? <ForcedChangesBarChart bars={near} query={query} /> : <Skeleton className="size-full" />}
              </Suspense>
            </div>
          </>
        )}
        <p className="mt-3 text-sm text-pretty text-secondary">
          {far !== undefined && far.total > 0 && <Far bar={far} query={query} />}
          {calm === 0
            ? text("Every cluster with a forecast has a forced change in sight.")
            : richText(
                "<link>{calm, plural, one {# cluster} other {# clusters}}</link> {calm, plural, one {has} other {have}} no forced change in sight.",
                { calm, link: linkTo(clusterListPathOfRiskBar(query, { time: "none" })) },
              )}{" "}
          {text("Clusters with several changes appear once, at their first.")}
          {hasForcedChangeFilter(query) &&
            ` ${text("All times, kinds and dead ends are shown, so that others can be chosen.")}`}
        </p>
      </div>
    </figure>
  );
});

/**
 * Sentence on forced changes after more than half a year, which would make all other bars too short. Open ends are
 * counted once on the page, beside the dead ends.
 */
function Far({ bar: { time, total }, query }: { readonly bar: RiskBar; readonly query: FleetQuery }) {
  const all = linkTo(clusterListPathOfRiskBar(query, { time }));
  return (
    <>
      {richText(
        "<all>{total, plural, one {# cluster} other {# clusters}}</all> {total, plural, one {changes} other {change}} first in more than 180 days.",
        { total, all },
      )}{" "}
    </>
  );
}

const listOf = (query: FleetQuery) => `/clusters${formatFleetQuery(query)}`;

function linkTo(href: string) {
  return (words: ReactNode) => (
    <Link className="text-link underline underline-offset-2" href={href}>
      {words}
    </Link>
  );
}

function Finding({
  minor,
  query,
  clusters,
  now,
}: Pick<RiskFigureProps, "minor" | "query" | "now"> & { readonly clusters: number }) {
  const soon = queryOfForcedMinorSoon(query, now);
  const { all, production } = minor;
  const link = linkTo(`/clusters${formatFleetQuery(soon)}`);
  const those = linkTo(`/clusters${formatFleetQuery(withFilter(soon, "purpose", ["production"]))}`);
  const isNarrowedToPurpose = query.filters.has("purpose");
  return (
    <p className="mt-0.5 text-sm text-pretty text-secondary">
      {isNarrowedToPurpose
        ? richText(
            "<link>{all, number} of {clusters, plural, one {# cluster} other {# clusters}}</link> {all, plural, one {is} other {are}} forced to a new Kubernetes minor within 30 days.",
            { all, clusters, link },
          )
        : richText(
            "<link>{all, number} of {clusters, plural, one {# cluster} other {# clusters}}</link> {all, plural, one {is} other {are}} forced to a new Kubernetes minor within 30 days, <those>{production, number} of them in production</those>.",
            { all, clusters, production, link, those },
          )}
    </p>
  );
}

const columns = () => [
  { title: text("Time") },
  ...forcedEventKinds.map((kind) => ({ title: forcedEventKindLabel(kind), numeric: true })),
];

function RiskTable({ histogram: { bars }, query }: Pick<RiskFigureProps, "histogram" | "query">) {
  return (
    <div className="scrollbar-thin overflow-x-auto">
      <Table
        caption={text("Clusters by time and kind of forced change")}
        columns={columns()}
        className="w-full min-w-120 text-left text-sm tabular-nums"
        cellClass="px-3 py-1.5 first:pl-0"
      >
        {bars.map(({ bucket, label, time, counts }) => (
          <tr key={bucket}>
            <th scope="row" className="py-1.5 pr-3 text-left font-medium whitespace-nowrap">
              {label}
            </th>
            {forcedEventKinds.map((kind) => {
              const choice = { kind, time };
              return (
                <td key={kind} className="px-3 py-1.5 text-right">
                  <NumberLink
                    count={counts[kind]}
                    href={clusterListPathOfRiskBar(query, choice)}
                    label={riskBarLabel(choice, counts[kind])}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </div>
  );
}
