"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useMemo, useState } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { usePreparedRows } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Link } from "#components/ui/address/link.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RenderAfterPaint } from "#components/ui/render-after-paint.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { readCredentialDates } from "#lib/fleet/fields/due-families.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, formatPageQuery } from "#lib/fleet/fleet-query.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { calendarEventsOf } from "#lib/view/calendar/calendar-events-of.ts";
import { versionEndLayers } from "#lib/view/overview/almanac-weeks.ts";
import { AttentionCard } from "./attention-card.tsx";
import { HealthCard } from "./health-card.tsx";
import type { UnusedProjects } from "./unused-projects-reader.tsx";
import { UpcomingWeeksCard } from "./upcoming-weeks-card.tsx";

const notRead: UnusedProjects = { projects: [], state: "pending" };

/** Loaded after the first paint: what is at the bottom of the page, or is read from the garden first. */
const UnusedProjectsReader = lazyComponent(
  async () => (await import("./unused-projects-reader.tsx")).UnusedProjectsReader,
);
const KubernetesMinorsCard = lazyComponent(
  async () => (await import("./kubernetes-minors-card.tsx")).KubernetesMinorsCard,
);
const LastVisitCard = lazyComponent(async () => (await import("./last-visit-card.tsx")).LastVisitCard);
const RotationsCard = lazyComponent(async () => (await import("./rotations-card.tsx")).RotationsCard);

/** Loaded on demand, because this card is rarely shown. */
const NoClusters = lazyComponent(async () => (await import("./no-clusters.tsx")).NoClusters);

const noRows: readonly FleetRow[] = [];
/** Range of the calendar events in ms: one week more than the twelve shown weeks, which begin on a Monday. */
const almanacMs = 13 * 7 * dayMs;

function prepare(row: FleetRow): void {
  forcedEventsOf(row);
  readCredentialDates(row);
}

/** Overview page: large numbers, the next twelve weeks, what needs attention, and the health of the fleet. */
export function OverviewPageContent() {
  const fleet = useQuery(fleetQuery);
  const context = useFleetFilterContext();
  const query = useUrlQuery();
  const all = usePreparedRows(useThrottledFleetRows(fleet.data?.rows), prepare) ?? noRows;
  const rows = useMemo(() => filterFleet(all, query, context), [all, query, context]);
  const [unused, setUnused] = useState<UnusedProjects>(notRead);
  const loading =
    fleet.data === undefined ||
    !areRowsComplete(fleet.data.freshness) ||
    // The fleet has been read but its rows are not prepared yet.
    (all.length === 0 && fleet.data.rows.length > 0);

  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex items-baseline justify-between gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Overview")}</h1>
        {/* The server renders the page without the query of its address. */}
        {context.now !== 0 && query.wall === undefined && (
          <Link
            href={`/${formatPageQuery({ ...query, wall: 30 })}`}
            prefetch={false}
            className="rounded-tag text-sm text-secondary hover:text-link hover:underline max-sm:hidden"
          >
            {text("For a monitor")}
          </Link>
        )}
      </div>
      {fleet.isError && fleet.data === undefined ? (
        <ReadFailureNotice title={text("The clusters could not be read")} of={fleet} />
      ) : loading ? (
        <OverviewSkeleton />
      ) : all.length === 0 ? (
        <Suspense fallback={<OverviewSkeleton />}>
          <NoClusters projects={fleet.data.scope.projects.map(({ name }) => name)} />
          {(unused.projects.length > 0 || unused.state === "failed") && (
            <AttentionCard rows={all} unused={unused} query={query} now={context.now} />
          )}
        </Suspense>
      ) : (
        <Cards rows={rows} unused={unused} first={all[0]} query={query} now={context.now} />
      )}
      <Suspense>
        <UnusedProjectsReader query={query} onRead={setUnused} />
      </Suspense>
    </div>
  );
}

interface CardsProps {
  readonly rows: readonly FleetRow[];
  readonly unused: UnusedProjects;
  /** Any cluster of the user, as an example in the onboarding steps. */
  readonly first: FleetRow | undefined;
  readonly query: FleetQuery;
  readonly now: number;
}

/** Cards of the overview. Each computes its own data, which splits the work for a large fleet into small tasks. */
function Cards({ rows, unused, first, query, now }: CardsProps) {
  const versions = useQuery(versionsQuery);
  const profiles = useDeferredValue(versions.data?.profiles);
  const ends = useMemo(
    () =>
      profiles &&
      calendarEventsOf({
        rows,
        profiles,
        layers: versionEndLayers,
        unused: false,
        now,
        range: { from: now, to: now + almanacMs },
      }),
    [rows, profiles, now],
  );
  return (
    <>
      <UpcomingWeeksCard rows={rows} query={query} now={now} ends={ends} />
      {versions.isError && (
        <Notice hue="caution" title={text("The profiles could not be read, so ends of versions are not shown")}>
          {requestErrorOf(versions.error).detail}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] min-[120rem]:grid-cols-[minmax(0,1fr)_26rem]">
        <RenderAfterPaint fallback={<Skeleton className="h-96 w-full rounded-card" />}>
          <AttentionCard rows={rows} unused={unused} query={query} now={now} />
        </RenderAfterPaint>
        <div className="flex min-w-0 flex-col gap-4">
          {query.wall === undefined && (
            <Suspense fallback={<Skeleton className="h-23 w-full rounded-card" />}>
              <LastVisitCard now={now} />
            </Suspense>
          )}
          <HealthCard rows={rows} query={query} />
          <Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>
            <KubernetesMinorsCard rows={rows} query={query} />
            <RotationsCard rows={rows} query={query} now={now} />
          </Suspense>
          {query.wall === undefined && <FirstSteps first={first} />}
        </div>
      </div>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-64 w-full rounded-card max-sm:h-72" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96 w-full rounded-card" />
        <Skeleton className="h-32 w-full rounded-card" />
      </div>
    </div>
  );
}

const FirstStepsCard = lazyComponent(async () => (await import("./first-steps-card.tsx")).FirstStepsCard);

/** Card of onboarding steps, whose code is not loaded once the user has hidden the card. */
function FirstSteps({ first }: { readonly first: FleetRow | undefined }) {
  if (useSetting("firstSteps") === "hidden") return null;
  return (
    <Suspense>
      <FirstStepsCard first={first} />
    </Suspense>
  );
}
