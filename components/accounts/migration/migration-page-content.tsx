"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { parseCloudKey } from "#lib/view/accounts/key-rotation.ts";
import { createMigrationCollector } from "#lib/view/accounts/migration-board.ts";
import { KeyRotationGuide } from "../key-rotation/key-rotation-guide.tsx";
import { MigrationBoardCard } from "./migration-board-card.tsx";

const noRows: readonly FleetRow[] = [];

/** Page of the cloud accounts of all clusters: who still uses a SecretBinding, and the rotation of one cloud key. */
export function MigrationPageContent() {
  const fleet = useQuery(fleetQuery);
  const rows = useThrottledFleetRows(fleet.data?.rows);
  const isComplete = fleet.data !== undefined && areRowsComplete(fleet.data.freshness);
  const projects = useUrlQuery().filters.get("project");
  const query = useMemo(() => withFilter(emptyFleetQuery, "project", projects ?? []), [projects]);
  const key = parseCloudKey(useSearchParams().get("key"));
  const context = useFleetFilterContext();
  const listed = useMemo(
    () => (rows === undefined || !isComplete ? undefined : filterFleet(rows, query, context)),
    [rows, isComplete, query, context],
  );
  const board = useCollectedRows(
    listed ?? noRows,
    useCallback(() => createMigrationCollector(context.now), [context.now]),
  );
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <header>
        <Link href="/rotations" className="text-sm text-secondary hover:underline">
          {text("Rotations")}
        </Link>
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Cloud accounts")}</h1>
      </header>
      {key !== undefined && <KeyRotationGuide cloudKey={key} />}
      {fleet.isError && rows === undefined ? (
        <ReadFailureNotice title={text("The clusters could not be read")} of={fleet} />
      ) : listed === undefined || board === undefined ? (
        <Skeleton className="h-72 rounded-card" />
      ) : (
        <MigrationBoardCard board={board} query={query} now={context.now} owners={fleet.data?.scope.projects ?? []} />
      )}
    </div>
  );
}
