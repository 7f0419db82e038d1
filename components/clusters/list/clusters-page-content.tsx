"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Plus, SlidersHorizontal, Star } from "lucide-react";
import { type ComponentProps, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ActiveFilters } from "#components/data/fleet-parts/active-filters.tsx";
import { FiltersButton } from "#components/data/fleet-parts/filters-button.tsx";
import { hueAndIconOfHealth } from "#components/data/fleet-parts/health-mark.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { usePreparedRows, useRowsPreparedWhenIdle } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useClusterUidsChangedSinceVisit } from "#components/data/queries/last-visit-queries.ts";
import { usePinsAndRecentVisits } from "#components/data/storage/habits.ts";
import { ViewsButton } from "#components/data/views/views-button.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { hueSolidTextClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import { ChunkErrorFallback, lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { useValueAfterPaint } from "#components/ui/state/use-value-after-paint.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { newClusterPath } from "#lib/fleet/cluster-path.ts";
import type { SortTerm } from "#lib/fleet/fields/field-names.ts";
import { type ClusterHealth, inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { type FacetValue, precomputeListRow, precomputeRowForLists } from "#lib/fleet/fleet-facets.ts";
import {
  emptyFleetQuery,
  type FleetQuery,
  toggleFilter,
  withoutLastVisitFilter,
  withPinnedFilter,
} from "#lib/fleet/fleet-query.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";
import { isTypingValue } from "#lib/fleet/search-suggestions.ts";
import { facetKeys, selectFleet } from "#lib/fleet/select-fleet.ts";
import { text } from "#lib/language/text.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import { shownFieldsOf } from "#lib/view/grid/shown-fields.ts";
import { formatNumber } from "#lib/words/count.ts";
import { PatchOffersProvider } from "../actions/patch-update-button.tsx";
import { useColumnWidths } from "../columns/column-widths.ts";
import { resolveFleetColumns } from "../columns/columns.tsx";
import { ExportMenu } from "../export/export-menu.tsx";
import { useClusterPeekPanel } from "../peek/use-peek.ts";
import { useSelection } from "../selection/selection.ts";
import { GridSkeleton } from "./cluster-grid.tsx";
import { ClusterList, usePreloadClusterCards } from "./cluster-list.tsx";
import { SearchBox } from "./search-box.tsx";
import { useFleetSearch } from "./use-fleet-search.ts";

/** Filter whose values are always counted, because the numbers beside the title show them. */
const healthOnly: readonly string[] = ["status"];
/** Number of cached results: deleting letters repeats earlier searches. */
const answersKept = 12;

/** The note on the default view is loaded when the page is idle. */
const DefaultViewNote = lazyComponent(
  async () => (await import("#components/data/views/default-view-note.tsx")).DefaultViewNote,
);

const FacetPanel = lazyComponent(async () => (await import("#components/data/fleet-parts/facet-panel.tsx")).FacetPanel);

// The code for groups is loaded only if the list has groups.
const GroupedRows = lazyComponent(async () => (await import("./grouped-rows.tsx")).GroupedRows);

const loadView = () => import("../layout/list-layout-panel.tsx");
const ListLayoutPanel = lazyComponent(async () => (await loadView()).ListLayoutPanel);

const ClusterPeekPanel = lazyComponent(async () => (await import("../peek/cluster-peek-panel.tsx")).ClusterPeekPanel);

// The bar of bulk actions is loaded only if clusters are selected.
const BulkBar = lazyComponent(async () => (await import("../selection/bulk-bar.tsx")).BulkBar);

// Loaded when the page is idle, before a server can be away for long.
const loadUnavailable = () => import("../fleet-unavailable.tsx");
const FleetUnavailable = lazyComponent(async () => (await loadUnavailable()).FleetUnavailable);

// The messages of an empty list, loaded on demand.
const loadStates = () => import("./fleet-states.tsx");
const NoVisibleClustersMessage = lazyComponent(async () => (await loadStates()).NoVisibleClustersMessage);
const NothingChanged = lazyComponent(async () => (await loadStates()).NoChangedClustersMessage);
const NothingMatches = lazyComponent(async () => (await loadStates()).NoMatchingClustersMessage);
const NothingPinned = lazyComponent(async () => (await loadStates()).NoPinnedClustersMessage);
const UnreadableProjects = lazyComponent(async () => (await loadStates()).UnreadableProjects);

/** Page of the list of clusters. Its query is in the URL, and its rows are updated by the event stream. */
export function ClustersPageContent() {
  const idle = useIdle();
  const fleet = useQuery(fleetQuery);
  usePreloadClusterCards();
  useEffect(() => {
    if (idle) preloadModule(loadUnavailable);
  }, [idle]);
  const urlQuery = useUrlQuery();
  const { query, asked, type, commit, choose, settle } = useFleetSearch(urlQuery);
  const [showFacets, setShowFacets] = useState(false);
  useShortcut("f", () => setShowFacets((shown) => !shown));

  const settled = useThrottledFleetRows(fleet.data?.rows);
  const rows = usePreparedRows(settled, asksOnlyForNames(query) ? precomputeListRow : precomputeRowForLists);
  useRowsPreparedWhenIdle(rows, precomputeRowForLists);
  const [searching, setSearching] = useState(false);
  const { pinned } = usePinsAndRecentVisits();
  const since = useClusterUidsChangedSinceVisit(query.since);
  const changed = since === "loading" ? undefined : since;
  const among = useMemo(
    () =>
      (query.pinned || changed) && rows
        ? rows.filter(({ uid }) => (!query.pinned || pinned.includes(uid)) && (!changed || changed.has(uid)))
        : rows,
    [query.pinned, rows, pinned, changed],
  );
  const ordered = useOrderedRows(among, query.sort);
  const { peeked, toggle, follow, close } = useClusterPeekPanel();
  const peek = useMemo(() => ({ toggle, follow }), [toggle, follow]);
  const context = useFleetFilterContext();
  const { q, filters } = asked;
  const select = useMemo(() => {
    const counted = { ...context, counted: healthOnly };
    return memoizePerKey(answersKept, (typed) =>
      selectFleet(ordered, { ...emptyFleetQuery, q: typed, filters }, counted),
    );
  }, [ordered, filters, context]);
  const selection = select(q);
  // Counting filter values is slow, so it is deferred: filter panel and search box open without waiting for counts.
  const counting = useDeferredValue(showFacets || (searching && isTypingValue(query.q)));
  const counted = useValueAfterPaint(asked) ?? asked;
  const values = useMemo(
    () => (counting ? selectFleet(ordered, counted, { ...context, counted: facetKeys }).facets : undefined),
    [counting, ordered, counted, context],
  );
  const facets = values ?? selection.facets;
  const widths = useColumnWidths();
  const shownFields = shownFieldsOf(rows, query);
  const columns = useMemo(
    () => resolveFleetColumns(query.columns, { widths, shownFields }),
    [query.columns, widths, shownFields],
  );
  const ungrouped = useMemo(() => ({ rows: selection.rows }), [selection.rows]);
  const loading =
    fleet.data === undefined || rows === undefined || since === "loading" || !areRowsComplete(fleet.data.freshness);
  const total = rows?.length ?? 0;
  const marked = useSelection();

  return (
    <PatchOffersProvider>
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="mr-auto text-xl leading-tight font-semibold max-sm:text-lg">{text("Clusters")}</h1>
          <HealthCounts
            query={query}
            counts={loading ? undefined : (selection.facets.get("status") ?? [])}
            onChange={choose}
          />
          <NewClusterLink project={query.filters.get("project")} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox
            value={query.q}
            facets={facets}
            onType={type}
            onCommit={commit}
            onActive={(active) => {
              setSearching(active);
              if (!active) settle();
            }}
          />
          <Button
            aria-pressed={query.pinned === true}
            onClick={() => choose(withPinnedFilter(query, query.pinned !== true))}
            className="aria-pressed:bg-selected"
          >
            <Star aria-hidden />
            {text("Pinned")}
          </Button>
          <FiltersButton shown={showFacets} onToggle={() => setShowFacets(!showFacets)} />
          <ViewsButton />
          <ViewButton rows={fleet.data?.rows} />
          <ExportMenu listed={loading ? undefined : { rows: selection.rows, columns }} />
          <CopyLink />
          <p role="status" className="ml-auto text-sm text-secondary tabular-nums">
            {loading ? (
              <Skeleton className="h-4 w-28" />
            ) : (
              text("Showing {rows, number} of {total, number}", { rows: selection.rows.length, total })
            )}
          </p>
        </div>
        <Suspense>{idle && <DefaultViewNote />}</Suspense>
        <ActiveFilters query={asked} onChange={choose} />
      </div>
      <Suspense>
        {fleet.data && fleet.data.scope.unreadable.length > 0 && (
          <UnreadableProjects unreadable={fleet.data.scope.unreadable} known={fleet.data.scope.projects.length} />
        )}
      </Suspense>
      <div className="relative flex min-h-0 flex-1">
        <Suspense>
          {showFacets && !loading && (
            <FacetPanel query={query} facets={facets} onChange={choose} onClose={() => setShowFacets(false)} />
          )}
        </Suspense>
        <div className="relative flex min-w-0 flex-1 flex-col">
          <Suspense>
            {fleet.isError && fleet.data === undefined ? (
              <FleetUnavailable fault={requestErrorOf(fleet.error)} onRetry={() => void fleet.refetch()} />
            ) : loading ? (
              <GridSkeleton columns={columns} />
            ) : total === 0 ? (
              <NoVisibleClustersMessage scope={fleet.data.scope} />
            ) : query.pinned && among?.length === 0 ? (
              <NothingPinned onShowAll={() => choose(withPinnedFilter(query, false))} />
            ) : changed && among?.length === 0 ? (
              <NothingChanged onShowAll={() => choose(withoutLastVisitFilter(query))} />
            ) : selection.rows.length === 0 ? (
              <NothingMatches
                query={query}
                rows={ordered}
                hiddenBy={selection.hiddenBy}
                total={total}
                onChange={choose}
              />
            ) : (
              <MaybeGrouped
                list={{ all: fleet.data.rows, now: context.now, columns, query, onChange: choose, peek }}
                ungrouped={ungrouped}
              />
            )}
          </Suspense>
        </div>
        <Suspense>{peeked && !loading && <ClusterPeekPanel of={peeked} onClose={close} />}</Suspense>
      </div>
      <Suspense>
        {marked.size > 0 && fleet.data && !loading && <BulkBar all={fleet.data.rows} listed={selection.rows} />}
      </Suspense>
    </PatchOffersProvider>
  );
}

interface MaybeGroupedProps {
  readonly list: Omit<ComponentProps<typeof ClusterList>, "fleet" | "groupLooks">;
  readonly ungrouped: GroupedFleet;
}

function MaybeGrouped({ list, ungrouped }: MaybeGroupedProps) {
  const { group } = list.query;
  const asItIs = <ClusterList {...list} fleet={ungrouped} />;
  if (group === undefined) return asItIs;
  return (
    <ChunkErrorFallback value={asItIs}>
      <Suspense fallback={<GridSkeleton columns={list.columns} />}>
        <GroupedRows rows={ungrouped.rows} grouping={group} now={list.now}>
          {(fleet, looks) => <ClusterList {...list} fleet={fleet} groupLooks={looks} />}
        </GroupedRows>
      </Suspense>
    </ChunkErrorFallback>
  );
}

/** Whether a query shows all clusters by name; any other query needs values that are first computed for each row. */
function asksOnlyForNames({ q, filters, sort }: FleetQuery): boolean {
  return q === "" && filters.size === 0 && sort.length === 0;
}

/** The whole fleet in the requested order, so that each search result is already sorted. */
function useOrderedRows(rows: readonly FleetRow[] | undefined, sort: readonly SortTerm[]): readonly FleetRow[] {
  const hour = useNow(3_600_000);
  return useMemo(() => sortFleet(rows ?? [], sort, { windowBegin: nextBegins(hour) }), [rows, sort, hour]);
}

/** Returns a function for a window's next begin, cached: ten thousand clusters share a few hundred windows. */
function nextBegins(now: number): (row: FleetRow) => number | undefined {
  const known = new Map<string, number | undefined>();
  return ({ window }) => {
    const key = `${window?.begin} ${window?.end}`;
    if (!known.has(key)) known.set(key, nextWindowOfRow(window, now)?.beginMs);
    return known.get(key);
  };
}

/** Button that opens the panel for the layout of the list. */
function ViewButton({ rows }: { readonly rows: readonly FleetRow[] | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => preloadModule(loadView)}
      >
        <SlidersHorizontal aria-hidden />
        {text("View")}
      </Button>
      <Suspense>
        {open && <ListLayoutPanel rows={rows ?? []} anchor={button} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** Link to the page that creates a cluster, in the project that the list is limited to. */
function NewClusterLink({ project }: { readonly project: readonly string[] | undefined }) {
  const only = project?.length === 1 && !project[0]?.startsWith("-") ? project[0] : undefined;
  return (
    <Link href={newClusterPath({ project: only })} className={buttonVariants({ variant: "primary" })}>
      <Plus aria-hidden />
      {text("New cluster")}
    </Link>
  );
}

const order: readonly ClusterHealth[] = ["unhealthy", "unknown", "progressing", "healthy"];

interface HealthCountsProps {
  readonly query: FleetQuery;
  /** Number of clusters of each health; undefined while the fleet is being read. */
  readonly counts: readonly FacetValue[] | undefined;
  readonly onChange: (query: FleetQuery) => void;
}

/** Buttons with the number of clusters of each health; a click filters the list by that health. */
function HealthCounts({ query, counts, onChange }: HealthCountsProps) {
  const asked = query.filters.get("status") ?? [];
  return (
    <ul
      aria-label={text("Clusters by health")}
      className="flex flex-wrap gap-1 max-sm:order-last max-sm:-mx-1 max-sm:w-full max-sm:justify-between max-sm:gap-x-0"
    >
      {order.map((health) => {
        const { hue, icon } = hueAndIconOfHealth(health);
        const count = counts && (counts.find(({ value }) => value === health)?.count ?? 0);
        const quiet = !count && !asked.includes(health);
        return (
          <li key={health}>
            <button
              type="button"
              aria-pressed={asked.includes(health)}
              onClick={() => onChange(toggleFilter(query, "status", health))}
              className="flex h-7 items-center gap-1.5 rounded-control px-2 text-sm transition-colors max-sm:gap-1 max-sm:px-1 hover:bg-hover aria-pressed:bg-selected"
            >
              <span
                aria-hidden
                className={clsx("max-sm:hidden [&_svg]:size-3.5", quiet ? "text-tertiary" : hueSolidTextClasses[hue])}
              >
                {icon}
              </span>
              <span className={clsx("font-semibold tabular-nums", quiet ? "text-tertiary" : hueTextClasses[hue])}>
                {count === undefined ? <Skeleton className="h-4 w-5" /> : formatNumber(count)}
              </span>
              <span className="text-secondary">{text(inlineHealthLabels[health])}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
