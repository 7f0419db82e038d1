"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { SlidersHorizontal, Star } from "lucide-react";
import { type ComponentProps, Suspense, useDeferredValue, useMemo, useRef, useState } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useFleetContext } from "#components/data/address/use-fleet-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ActiveFilters } from "#components/data/fleet-parts/active-filters.tsx";
import { FiltersButton } from "#components/data/fleet-parts/filters-button.tsx";
import { healthLook } from "#components/data/fleet-parts/health-mark.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { usePreparedRows, useRowsPreparedWhenIdle } from "#components/data/live/use-prepared-rows.ts";
import { useSettledRows } from "#components/data/live/use-settled-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useChangedSinceVisit } from "#components/data/queries/last-visit-queries.ts";
import { useHabits } from "#components/data/storage/habits.ts";
import { ViewsButton } from "#components/data/views/views-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { hueSolidText, hueText } from "#components/ui/hue-classes.ts";
import { ChunkErrorFallback, lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useLater } from "#components/ui/state/use-later.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SortTerm } from "#lib/fleet/fields/field-names.ts";
import { type Health, inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { type FacetValue, precomputeListRow, prepareRow } from "#lib/fleet/fleet-facets.ts";
import {
  emptyFleetQuery,
  type FleetQuery,
  toggleFilter,
  withoutLastVisitFilter,
  withPinned,
} from "#lib/fleet/fleet-query.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";
import { isKnown } from "#lib/fleet/is-known.ts";
import { isTypingValue } from "#lib/fleet/search-suggestions.ts";
import { facetKeys, selectFleet } from "#lib/fleet/select-fleet.ts";
import { text } from "#lib/language/text.ts";
import { perKey } from "#lib/memo/per-key.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import { formatNumber } from "#lib/words/count.ts";
import { WithPatchOffers } from "../actions/patch-button.tsx";
import { useColumnWidths } from "../columns/column-widths.ts";
import { columnsFor } from "../columns/columns.tsx";
import { ExportMenu } from "../export/export-menu.tsx";
import { FleetUnavailable } from "../fleet-unavailable.tsx";
import { usePeek } from "../peek/use-peek.ts";
import { useSelection } from "../selection/selection.ts";
import { GridSkeleton } from "./cluster-grid.tsx";
import { ClusterList, usePreloadedCards } from "./cluster-list.tsx";
import { SearchBox } from "./search-box.tsx";
import { useFleetSearch } from "./use-fleet-search.ts";

/** Facet that is always counted, for the numbers beside the title. */
const healthOnly: readonly string[] = ["status"];
/** Number of cached results: deleting letters repeats earlier searches. */
const answersKept = 12;

/** Loaded when the page is idle. */
const DefaultViewNote = lazyComponent(
  async () => (await import("#components/data/views/default-view-note.tsx")).DefaultViewNote,
);

const FacetPanel = lazyComponent(async () => (await import("#components/data/fleet-parts/facet-panel.tsx")).FacetPanel);

// Loaded only for lists with groups.
const GroupedRows = lazyComponent(async () => (await import("./grouped-rows.tsx")).GroupedRows);

const loadView = () => import("../layout/view-panel.tsx");
const ViewPanel = lazyComponent(async () => (await loadView()).ViewPanel);

const Peek = lazyComponent(async () => (await import("../peek/peek.tsx")).Peek);

// Loaded only when clusters are selected.
const BulkBar = lazyComponent(async () => (await import("../selection/bulk-bar.tsx")).BulkBar);

// Empty states of the list.
const loadStates = () => import("./fleet-states.tsx");
const EmptyFleet = lazyComponent(async () => (await loadStates()).EmptyFleet);
const NothingChanged = lazyComponent(async () => (await loadStates()).NothingChanged);
const NothingMatches = lazyComponent(async () => (await loadStates()).NothingMatches);
const NothingPinned = lazyComponent(async () => (await loadStates()).NothingPinned);
const UnreadableProjects = lazyComponent(async () => (await loadStates()).UnreadableProjects);

/** The list of clusters: the query is in the URL, the result is live. */
export function ClustersPageContent() {
  const idle = useIdle();
  const fleet = useQuery(fleetQuery);
  usePreloadedCards();
  const urlQuery = useUrlQuery();
  const { query, asked, type, commit, choose, settle } = useFleetSearch(urlQuery);
  const [showFacets, setShowFacets] = useState(false);
  useShortcut("f", () => setShowFacets((shown) => !shown));

  const settled = useSettledRows(fleet.data?.rows);
  const rows = usePreparedRows(settled, asksOnlyForNames(query) ? precomputeListRow : prepareRow);
  useRowsPreparedWhenIdle(rows, prepareRow);
  const [searching, setSearching] = useState(false);
  const { pinned } = useHabits();
  const since = useChangedSinceVisit(query.since);
  const changed = since === "loading" ? undefined : since;
  const among = useMemo(
    () =>
      (query.pinned || changed) && rows
        ? rows.filter(({ uid }) => (!query.pinned || pinned.includes(uid)) && (!changed || changed.has(uid)))
        : rows,
    [query.pinned, rows, pinned, changed],
  );
  const ordered = useOrderedRows(among, query.sort);
  const { peeked, toggle, follow, close } = usePeek();
  const peek = useMemo(() => ({ toggle, follow }), [toggle, follow]);
  const context = useFleetContext();
  const { q, filters } = asked;
  const select = useMemo(() => {
    const counted = { ...context, counted: healthOnly };
    return perKey(answersKept, (typed) => selectFleet(ordered, { ...emptyFleetQuery, q: typed, filters }, counted));
  }, [ordered, filters, context]);
  const selection = select(q);
  // The facet panel and the search box open at once, and the list responds at once; the counts of the values follow.
  const counting = useDeferredValue(showFacets || (searching && isTypingValue(query.q)));
  const counted = useLater(asked) ?? asked;
  const values = useMemo(
    () => (counting ? selectFleet(ordered, counted, { ...context, counted: facetKeys }).facets : undefined),
    [counting, ordered, counted, context],
  );
  const facets = values ?? selection.facets;
  const widths = useColumnWidths();
  const columns = useMemo(() => columnsFor(query.columns, widths), [query.columns, widths]);
  const ungrouped = useMemo(() => ({ rows: selection.rows }), [selection.rows]);
  const loading =
    fleet.data === undefined || rows === undefined || since === "loading" || !isKnown(fleet.data.freshness);
  const total = rows?.length ?? 0;
  const marked = useSelection();

  return (
    <WithPatchOffers>
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Clusters")}</h1>
          <HealthCounts
            query={query}
            counts={loading ? undefined : (selection.facets.get("status") ?? [])}
            onChange={choose}
          />
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
            onClick={() => choose(withPinned(query, query.pinned !== true))}
            className="aria-pressed:bg-selected"
          >
            <Star aria-hidden />
            <span className="max-sm:sr-only">{text("Pinned")}</span>
          </Button>
          <FiltersButton shown={showFacets} onToggle={() => setShowFacets(!showFacets)} />
          <ViewsButton />
          <ViewButton />
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
              <EmptyFleet scope={fleet.data.scope} />
            ) : query.pinned && among?.length === 0 ? (
              <NothingPinned onShowAll={() => choose(withPinned(query, false))} />
            ) : changed && among?.length === 0 ? (
              <NothingChanged onShowAll={() => choose(withoutLastVisitFilter(query))} />
            ) : selection.rows.length === 0 ? (
              <NothingMatches query={query} hiddenBy={selection.hiddenBy} total={total} onChange={choose} />
            ) : (
              <MaybeGrouped
                list={{ all: fleet.data.rows, now: context.now, columns, query, onChange: choose, peek }}
                ungrouped={ungrouped}
              />
            )}
          </Suspense>
        </div>
        <Suspense>{peeked && !loading && <Peek of={peeked} onClose={close} />}</Suspense>
      </div>
      <Suspense>
        {marked.size > 0 && fleet.data && !loading && <BulkBar all={fleet.data.rows} listed={selection.rows} />}
      </Suspense>
    </WithPatchOffers>
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

/** Whether all clusters are shown ordered by name. Other queries need values of each row that are computed first. */
function asksOnlyForNames({ q, filters, sort }: FleetQuery): boolean {
  return q === "" && filters.size === 0 && sort.length === 0;
}

/** The whole fleet in the requested order, so that each search result is already sorted. */
function useOrderedRows(rows: readonly FleetRow[] | undefined, sort: readonly SortTerm[]): readonly FleetRow[] {
  const hour = useNow(3_600_000);
  return useMemo(() => sortFleet(rows ?? [], sort, { windowBegin: nextBegins(hour) }), [rows, sort, hour]);
}

/** When windows begin next, cached by window: ten thousand clusters have a few hundred windows. */
function nextBegins(now: number): (row: FleetRow) => number | undefined {
  const known = new Map<string, number | undefined>();
  return ({ window }) => {
    const key = `${window?.begin} ${window?.end}`;
    if (!known.has(key)) known.set(key, rowWindow(window, now)?.beginMs);
    return known.get(key);
  };
}

/** Button that opens the layout of the list. */
function ViewButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => loadEarly(loadView)}
      >
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">{text("View")}</span>
      </Button>
      <Suspense>{open && <ViewPanel anchor={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const order: readonly Health[] = ["unhealthy", "unknown", "progressing", "healthy"];

interface HealthCountsProps {
  readonly query: FleetQuery;
  /** Undefined while the clusters are being read. */
  readonly counts: readonly FacetValue[] | undefined;
  readonly onChange: (query: FleetQuery) => void;
}

/** The number of clusters of each health; each number is a button for its filter. */
function HealthCounts({ query, counts, onChange }: HealthCountsProps) {
  const asked = query.filters.get("status") ?? [];
  return (
    <ul
      aria-label={text("Clusters by health")}
      className="flex flex-wrap gap-1 max-sm:-mx-1 max-sm:justify-between max-sm:gap-x-0"
    >
      {order.map((health) => {
        const { hue, icon } = healthLook(health);
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
                className={clsx("max-sm:hidden [&_svg]:size-3.5", quiet ? "text-tertiary" : hueSolidText[hue])}
              >
                {icon}
              </span>
              <span className={clsx("font-semibold tabular-nums", quiet ? "text-tertiary" : hueText[hue])}>
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
