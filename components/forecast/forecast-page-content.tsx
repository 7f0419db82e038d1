"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FilterX, LayoutGrid, Sprout, Unplug } from "lucide-react";
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ActiveFilters } from "#components/data/fleet-parts/active-filters.tsx";
import { FiltersButton } from "#components/data/fleet-parts/filters-button.tsx";
import { GlossaryTermList } from "#components/data/fleet-parts/glossary-term-list.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { usePreparedRows } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { ViewsButton } from "#components/data/views/views-button.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { RenderAfterPaint } from "#components/ui/render-after-paint.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { precomputeRowForLists } from "#lib/fleet/fleet-facets.ts";
import { clearFilters, type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { facetKeys, selectFleet } from "#lib/fleet/select-fleet.ts";
import { unknownForecastDescriptions } from "#lib/forecast/unknown-forecast-descriptions.ts";
import { message, text } from "#lib/language/text.ts";
import {
  countForcedMinorSoon,
  createRiskHistogram,
  hasForcedChangeFilter,
  withoutForcedChangeFilters,
} from "#lib/view/forecast/risk-histogram.ts";
import { countStuckClusters, missingUpgradeLinksOf } from "#lib/view/forecast/stuck-board.ts";
import { formatNumber } from "#lib/words/count.ts";
import { ForcedChangesHistogramCard } from "./forced-changes-histogram-card.tsx";
import type { ExportItemsProps } from "./forecast-export-items.tsx";
import { ForecastTable } from "./forecast-table.tsx";
import { HeatTable } from "./heat-table.tsx";
import { LifetimeEndsNote } from "./lifetime-ends-note.tsx";
import { SectionKeyShortcuts } from "./section-keys.tsx";

const FacetPanel = lazyComponent(async () => (await import("#components/data/fleet-parts/facet-panel.tsx")).FacetPanel);
const StuckClustersSection = lazyComponent(
  async () => (await import("./stuck-clusters-section.tsx")).StuckClustersSection,
);
const nothing: readonly string[] = [];
const noRows: readonly FleetRow[] = [];

const labels = [
  ["forced-update", message("forced")],
  ["dead-end", message("stuck")],
  ["missing-minor", message("gap in the profile")],
  ["open-end", message("open end")],
] as const;

const choose = (query: FleetQuery) => writeUrlQuery(query, "push");

/** Page of upcoming forced version changes: which clusters, when, and which clusters cannot be updated. */
export function ForecastPageContent() {
  const fleet = useQuery(fleetQuery);
  const rows = usePreparedRows(useThrottledFleetRows(fleet.data?.rows), precomputeRowForLists);
  const query = useUrlQuery();
  const asked = useDeferredValue(query);
  const context = useFleetFilterContext();
  const clock = useDisplayClock();
  const [showFacets, setShowFacets] = useState(false);
  useShortcut("f", () => setShowFacets((shown) => !shown));
  const selection = useMemo(
    () => selectFleet(rows ?? [], asked, { ...context, counted: nothing }),
    [rows, asked, context],
  );
  // Deferred: the filter panel opens at once, even if counting ten thousand clusters for it takes longer.
  const counting = useDeferredValue(showFacets);
  const facets = useMemo(
    () => (counting ? selectFleet(rows ?? [], asked, { ...context, counted: facetKeys }).facets : selection.facets),
    [counting, rows, asked, context, selection],
  );
  const { now } = context;
  const told = useForecastView(rows ?? noRows, asked, { context, selected: selection.rows });
  const loading = fleet.data === undefined || rows === undefined || !areRowsComplete(fleet.data.freshness);
  const total = rows?.length ?? 0;
  return (
    <SectionKeyShortcuts>
      <Head query={query} shown={loading ? undefined : selection.rows} total={total}>
        <FiltersButton shown={showFacets} onToggle={() => setShowFacets(!showFacets)} />
      </Head>
      <div className="relative flex min-h-0 flex-1">
        <Suspense>
          {showFacets && !loading && (
            <FacetPanel query={query} facets={facets} onChange={choose} onClose={() => setShowFacets(false)} />
          )}
        </Suspense>
        <div className="scrollbar-thin relative min-w-0 flex-1 overflow-y-auto px-4 pb-4 sm:px-6">
          {fleet.isError && fleet.data === undefined ? (
            <EmptyState
              icon={<Unplug />}
              title={text("The clusters could not be read")}
              action={
                <Button variant="primary" onClick={() => void fleet.refetch()}>
                  {text("Try again")}
                </Button>
              }
            >
              {requestErrorOf(fleet.error).detail ?? text("Almanac failed. Try again in a moment.")}
            </EmptyState>
          ) : loading ? (
            <ForecastSkeleton />
          ) : total === 0 ? (
            <EmptyState icon={<Sprout />} title={text("No clusters to forecast")}>
              {text("When you can see a cluster, its forecast appears here.")}
            </EmptyState>
          ) : selection.rows.length === 0 ? (
            <EmptyState
              icon={<FilterX />}
              title={text("No cluster matches all of these filters")}
              action={<Button onClick={() => choose(clearFilters(query))}>{text("Clear all")}</Button>}
            >
              {text("None of {total, number} clusters is left.", { total })}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <WithoutForecast without={told.histogram.without} />
              <LifetimeEndsNote rows={selection.rows} query={asked} clock={clock} />
              <ForcedChangesHistogramCard histogram={told.histogram} query={asked} minor={told.minor} now={now} />
              <HeatTable rows={told.anyTime} query={asked} now={now} clock={clock} onChange={choose} />
              <RenderAfterPaint fallback={<Skeleton className="h-[60rem]" />}>
                <Suspense fallback={<Skeleton className="h-60" />}>
                  <StuckClustersSection links={told.links} stuck={told.stuck} query={asked} clock={clock} now={now} />
                </Suspense>
                <ForecastTable
                  now={now}
                  rows={selection.rows}
                  projects={fleet.data.scope.projects}
                  query={asked}
                  onChange={choose}
                />
                <GlossaryTermList words={labels} />
              </RenderAfterPaint>
            </div>
          )}
        </div>
      </div>
    </SectionKeyShortcuts>
  );
}

interface HeadProps {
  readonly query: FleetQuery;
  readonly shown: readonly FleetRow[] | undefined;
  readonly total: number;
  readonly children: ReactNode;
}

function Head({ query, shown, total, children }: HeadProps) {
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-3 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Forecast")}</h1>
          <p role="status" className="text-sm text-secondary tabular-nums">
            {shown === undefined
              ? text("Reading the clusters…")
              : text("{shown, number} of {total, number} clusters", { shown: shown.length, total })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          <ViewsButton />
          <Link href={`/clusters${formatFleetQuery(query)}`} className={buttonVariants({})}>
            <LayoutGrid aria-hidden />
            {text("Show as list")}
          </Link>
          <ExportMenu query={query} rows={shown} />
          <CopyLink />
        </div>
      </div>
      <ActiveFilters query={query} onChange={choose} />
    </div>
  );
}

/** Placeholder of the page's four sections while the fleet is loading. */
function ForecastSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}

/**
 * Returns the data of all sections. A section ignores the filter it sets itself, so that each number equals the number
 * of clusters behind its link.
 */
function useForecastView(
  rows: readonly FleetRow[],
  query: FleetQuery,
  { context, selected }: { readonly context: FleetContext; readonly selected: readonly FleetRow[] },
) {
  const { now } = context;
  return useMemo(() => {
    const select = (other: FleetQuery) => filterFleet(rows, other, context);
    const base = hasForcedChangeFilter(query) ? select(withoutForcedChangeFilters(query)) : selected;
    return {
      histogram: createRiskHistogram(base, now),
      minor: countForcedMinorSoon(base, now),
      links: missingUpgradeLinksOf(base, now),
      stuck: countStuckClusters(base, now),
      anyTime: query.filters.has("forceIn") ? select(withFilter(query, "forceIn", [])) : selected,
    };
  }, [rows, query, context, selected, now]);
}

const load = () => import("./forecast-export-items.tsx");
const ExportItems = lazyComponent(async () => (await load()).ForecastExportItems);

function ExportMenu(shown: ExportItemsProps) {
  return (
    <LazyMenu
      items={<ExportItems {...shown} />}
      preload={load}
      trigger={
        <Button data-print="hidden">
          <Download aria-hidden />
          {text("Export")}
        </Button>
      }
    />
  );
}

/** Number of clusters without a forecast, with reasons, because the totals do not include them. */
function WithoutForecast({ without }: { readonly without: ReadonlyMap<string, number> }) {
  const unknown = [...without].filter(([reason]) => reason !== "deleting");
  const count = unknown.reduce((sum, [, clusters]) => sum + clusters, 0);
  const deleting = without.get("deleting") ?? 0;
  return (
    <>
      {count > 0 && (
        <Notice
          hue="caution"
          title={text(
            "{count, plural, one {# cluster} other {# clusters}} {count, plural, one {has} other {have}} no forecast",
            { count },
          )}
        >
          <ul>
            {unknown.map(([reason, clusters]) => (
              <li key={reason}>
                {formatNumber(clusters)}: {labelOf(reason)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {deleting > 0 && (
        <p className="text-sm text-secondary">
          {text(
            "{count, plural, one {# cluster is} other {# clusters are}} being deleted, and {count, plural, one {has} other {have}} no forecast.",
            { count: deleting },
          )}
        </p>
      )}
    </>
  );
}

function labelOf(reason: string): string {
  return String(Object.entries(unknownForecastDescriptions).find(([known]) => known === reason)?.[1] ?? reason);
}
