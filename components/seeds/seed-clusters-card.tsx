import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { NextForcedChangeLabel } from "#components/data/fleet-parts/next-forced-change-label.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { createSeedClusterCollector } from "#lib/view/seeds/seed-clusters.ts";
import { clustersOfSeedPath } from "#lib/view/seeds/seed-path.ts";
import { forcedFilters, runningFilters, type SeedWorkload, seedWorkloadOf } from "#lib/view/seeds/seed-workload.ts";
import { RollOutCounts, RollOutPicture } from "./seed-roll-out.tsx";
import { ClustersByHealth } from "./seed-table.tsx";

const noRows: readonly FleetRow[] = [];

/** Card of the Seed's clusters that the user sees: health, roll-out, versions, forced changes and what runs now. */
export function SeedClustersCard({ seed }: { readonly seed: ListedSeed }) {
  const { name, gardener } = seed;
  const fleet = useQuery(fleetQuery);
  const rows = useThrottledFleetRows(fleet.data?.rows) ?? noRows;
  const isRead = fleet.data !== undefined && areRowsComplete(fleet.data.freshness);
  const here = useCollectedRows(
    rows,
    useCallback(() => {
      const sums = createSeedClusterCollector(new Map([[name, gardener === undefined ? {} : { gardener }]]));
      const found: FleetRow[] = [];
      return {
        add(row: FleetRow) {
          if (row.seed !== name) return;
          found.push(row);
          sums.add(row);
        },
        result: () => ({ rows: found, sums: sums.result().get(name) }),
      };
    }, [name, gardener]),
  );
  const workload = useMemo(() => here && seedWorkloadOf(here.rows), [here]);
  return (
    <Card id="clusters" title={text("Clusters")}>
      {fleet.isError && fleet.data === undefined ? (
        <p className="text-base text-secondary">{text("The clusters could not be read, so they are not counted.")}</p>
      ) : !isRead || here === undefined || workload === undefined ? (
        <Skeleton className="h-32 w-full" />
      ) : here.sums === undefined ? (
        <p className="text-base text-secondary">
          {fleet.data?.scope.all ? text("No cluster runs here.") : text("None of your clusters runs here.")}
        </p>
      ) : (
        <div className="flex flex-col gap-4 text-sm">
          <div className="text-base">
            <ClustersByHealth seed={name} clusters={here.sums} />
            {!fleet.data?.scope.all && (
              <p className="mt-1 text-sm text-secondary">
                {text("Counts are of your clusters: those of others are not counted.")}
              </p>
            )}
          </div>
          <section className="flex flex-col gap-1">
            <h3 className="font-semibold">{text("Since the present release of the gardenlet")}</h3>
            <RollOutPicture clusters={here.sums} />
            <RollOutCounts seed={seed} clusters={here.sums} />
          </section>
          <Workload seed={name} workload={workload} />
        </div>
      )}
    </Card>
  );
}

function Workload({ seed, workload }: { readonly seed: string; readonly workload: SeedWorkload }) {
  const { versions, forced, forcedCount, running } = workload;
  return (
    <>
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{text("Kubernetes versions")}</h3>
        <ul className="flex flex-wrap gap-x-4 leading-6 tabular-nums">
          {versions.map(({ version, clusters }) => (
            <li key={version}>
              <Link
                href={clustersOfSeedPath(seed, { k8s: version })}
                prefetch={false}
                className="text-link hover:underline"
                translate="no"
              >
                {version}
              </Link>{" "}
              <span className="text-secondary">
                {text("{count, plural, one {# cluster} other {# clusters}}", { count: clusters })}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{text("Next forced changes")}</h3>
        {forced.length === 0 ? (
          <p className="text-secondary">{text("None of these clusters has a forced change in sight.")}</p>
        ) : (
          <ClusterLines rows={forced} render={(row) => <NextForcedChangeLabel row={row} />} />
        )}
        {forcedCount > forced.length && (
          <Link
            href={clustersOfSeedPath(seed, forcedFilters)}
            prefetch={false}
            className="w-fit text-link hover:underline"
          >
            {text("All {count, number} with a forced change", { count: forcedCount })}
          </Link>
        )}
      </section>
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{text("What runs now")}</h3>
        {running.length === 0 ? (
          <p className="text-secondary">{text("Gardener works on none of these clusters now.")}</p>
        ) : (
          <ClusterLines rows={running.slice(0, 10)} render={(row) => <RunningOperation row={row} />} />
        )}
        {running.length > 10 && (
          <Link
            href={clustersOfSeedPath(seed, runningFilters)}
            prefetch={false}
            className="w-fit text-link hover:underline"
          >
            {text("All {count, number} that are under way", { count: running.length })}
          </Link>
        )}
      </section>
    </>
  );
}

interface ClusterLinesProps {
  readonly rows: readonly FleetRow[];
  readonly render: (row: FleetRow) => React.ReactNode;
}

function ClusterLines({ rows, render }: ClusterLinesProps) {
  return (
    <ul className="flex flex-col leading-6">
      {rows.map((row) => (
        <li
          key={row.uid}
          className="grid auto-rows-[minmax(1.5rem,auto)] items-center gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <Link href={clusterPath(row)} prefetch={false} className="truncate text-link hover:underline" translate="no">
            {row.project}/{row.name}
          </Link>
          {render(row)}
        </li>
      ))}
    </ul>
  );
}

function RunningOperation({ row: { lastOperation = {} } }: { readonly row: FleetRow }) {
  const { type = "", progress, updatedAt } = lastOperation;
  return (
    <span className="text-secondary">
      <span translate="no">{type}</span>
      {progress !== undefined && ` ${progress} %`}, <TimestampText at={updatedAt} form="relative" />
    </span>
  );
}
