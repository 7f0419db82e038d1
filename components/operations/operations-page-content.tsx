"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, ListChecks } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useDeferredValue, useMemo } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useActRequestsOfUser } from "#components/data/storage/request-journal.ts";
import { useRuns } from "#components/data/storage/use-runs.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { message, text } from "#lib/language/text.ts";
import { operationListRowsOf } from "#lib/view/operations/operation-list-rows.ts";
import {
  filterOperations,
  lastDayQuery,
  type OperationsQuery,
  parseOperationsQuery,
  withOperationsFilter,
} from "#lib/view/operations/operations-query.ts";
import { LastDayOperationsCard } from "./last-day-operations-card.tsx";
import { OperationsTable } from "./operations-table.tsx";

const StagedRunsCard = lazyComponent(async () => (await import("./staged-runs-card.tsx")).StagedRunsCard);

const noRows: readonly FleetRow[] = [];

/** Page of operations: those of the last day, in progress, requested from this browser, bulk runs, and planned ones. */
export function OperationsPageContent() {
  const fleet = useQuery(fleetQuery);
  const me = useQuery(sessionQuery).data?.user.name ?? "";
  const journal = useActRequestsOfUser();
  const { runs, loaded, unreadable } = useRuns();
  const now = useNow(5_000);
  const rows = useDeferredValue(fleet.data?.rows ?? noRows);
  const search = useSearchParams();
  const query = useMemo(() => parseOperationsQuery(new URLSearchParams(search)), [search]);
  const lines = useMemo(() => operationListRowsOf({ rows, journal, runs, me, now }), [rows, journal, runs, me, now]);
  const inScope = useMemo(
    () => filterOperations(lines, { ...lastDayQuery, projects: query.projects }, { me, now }),
    [lines, query.projects, me, now],
  );
  const shown = useMemo(() => filterOperations(lines, query, { me, now }), [lines, query, me, now]);
  const loading =
    !loaded ||
    fleet.data === undefined ||
    !areRowsComplete(fleet.data.freshness) ||
    // The fleet has been read but its rows are not prepared yet, so no empty state is shown.
    (rows.length === 0 && fleet.data.rows.length > 0);

  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <div>
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Operations")}</h1>
        <p className="mt-0.5 max-w-3xl text-base text-pretty text-secondary">
          {text(
            "The last operation of each cluster, if it runs, failed or ended within a day, and what you started in this browser.",
          )}
        </p>
      </div>
      {!loading && <LastDayOperationsCard lines={inScope} now={now} projects={query.projects} />}
      {!loading && <StagedRunsCard />}
      <Filters query={query} search={search.toString()} />
      {unreadable && (
        <Notice hue="caution" title={text("This browser keeps nothing")}>
          {text("Runs over many clusters cannot be planned here: they could not be resumed safely.")}
        </Notice>
      )}
      {fleet.isError && fleet.data === undefined ? (
        <ReadFailureNotice title={text("The clusters could not be read")} of={fleet} />
      ) : loading ? (
        <Skeleton className="h-96 rounded-card" />
      ) : shown.length === 0 ? (
        <Nothing filtered={lines.length > 0} clusters={rows.length} />
      ) : (
        <Card
          id="operations"
          title={text("{shown, number} of {lines, number} operations", { shown: shown.length, lines: lines.length })}
          flush
          aside={
            <ExportList
              size="sm"
              list={{
                count: shown.length,
                counted: (count) => text("{count, plural, one {# operation} other {# operations}}", { count }),
                kubectl: true,
                make: async () =>
                  (await import("#lib/view/export/fleet-files.ts")).exportOperations(shown, {
                    filter: search.toString(),
                    now: Date.now(),
                  }),
              }}
            />
          }
        >
          <OperationsTable lines={shown} />
        </Card>
      )}
    </div>
  );
}

function Nothing({ filtered, clusters }: { readonly filtered: boolean; readonly clusters: number }) {
  if (filtered)
    return (
      <EmptyState icon={<FilterX />} title={text("No operation matches these filters")}>
        {text("Remove a filter to see others. A cluster’s activity shows what ended before.")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ListChecks />}
      title={text("No operations yet")}
      action={
        <Link href="/clusters" className="text-base font-medium text-link hover:underline">
          {text("All clusters")}
        </Link>
      }
    >
      {text(
        "Nothing is running on the {clusters, number} clusters you can see, and nothing is scheduled for a maintenance window.",
        { clusters },
      )}
    </EmptyState>
  );
}

const filters = [
  {
    key: "state",
    label: message("State"),
    options: [
      ["", message("Any state")],
      ["running", message("Running")],
      ["failed", message("Failed or retrying")],
      ["planned", message("Planned")],
      ["paused", message("Paused")],
      ["succeeded", message("Succeeded")],
    ],
  },
  {
    key: "kind",
    label: message("Kind"),
    options: [
      ["", message("Any kind")],
      ["here", message("Started in this tab")],
      ["batch", message("Over many clusters")],
      ["planned", message("Scheduled for a window")],
      ["seen", message("Seen on clusters")],
    ],
  },
  {
    key: "by",
    label: message("By", "started by"),
    options: [
      ["", message("Anybody", "started by")],
      ["me", message("Me", "started by")],
      ["unknown", message("Not recorded")],
    ],
  },
  {
    key: "since",
    label: message("Since", "started by"),
    options: [
      ["", message("Any time")],
      ["1h", message("The last hour")],
      ["24h", message("The last 24 hours")],
      ["7d", message("The last 7 days")],
    ],
  },
] as const;

function Filters({ query, search }: { readonly query: OperationsQuery; readonly search: string }) {
  const choose = (key: string, value: string) => {
    const address = withOperationsFilter(new URLSearchParams(search), key, value);
    window.history.pushState(null, "", `${window.location.pathname}${address}`);
  };
  return (
    <fieldset aria-label={text("Filters")} className="flex flex-wrap gap-x-4 gap-y-2">
      {filters.map(({ key, label, options }) => (
        <InlineSelect
          key={key}
          label={text(label)}
          value={query[key] ?? ""}
          options={options.map(([value, words]) => ({ value, label: text(words) }))}
          onChange={(value) => choose(key, value)}
        />
      ))}
    </fieldset>
  );
}
