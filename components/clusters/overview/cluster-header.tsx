"use client";

import { Moon, Trash2 } from "lucide-react";
import { HealthMark } from "#components/data/fleet-parts/health-mark.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { isForcedOrEndingSoon } from "#lib/view/cluster/forecast-clauses.ts";
import type { Cluster } from "../use-cluster.ts";
import { ClusterActions, ClusterActionsPlaceholder } from "./cluster-actions.tsx";
import { ClusterFactsLine } from "./cluster-facts-line.tsx";
import { ManagedSeedNote } from "./managed-seed-note.tsx";
import { StateDescription } from "./state-description.tsx";

interface ClusterHeaderProps {
  readonly cluster: Cluster | undefined;
  /** Row of the cluster in the fleet, which is known while the Shoot is still being read. */
  readonly live: FleetRow | undefined;
}

/** Name and state of the cluster, beside its actions. */
export function ClusterNameAndStatus({ of, cluster, live }: ClusterHeaderProps & { readonly of: ClusterRef }) {
  const row = cluster?.row ?? live;
  return (
    <div className="flex items-center justify-between gap-x-4 gap-y-2 max-sm:flex-wrap">
      <div className="flex max-w-full min-w-0 items-center gap-x-3 gap-y-1 sm:flex-wrap">
        <p className="text-sm text-tertiary max-sm:hidden">
          <Link
            href={`/clusters?project=${encodeURIComponent(of.project)}`}
            className="rounded-tag hover:text-link hover:underline"
          >
            {of.project}
          </Link>
          <span aria-hidden> /</span>
        </p>
        <h1 title={of.name} className="min-w-0 text-xl leading-tight font-semibold max-sm:truncate max-sm:text-lg">
          {of.name}
        </h1>
        <ClusterStatus row={row} className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:hidden" />
      </div>
      {cluster ? <ClusterActions cluster={cluster} /> : <ClusterActionsPlaceholder />}
    </div>
  );
}

interface IdentityTextProps extends ClusterHeaderProps {
  readonly of: ClusterRef;
  /** Whether the page is the overview, whose time line already shows forced updates. */
  readonly isOverview: boolean;
}

/** Facts of the cluster in one line, and its state in one sentence. */
export function ClusterSummaryText({ of, cluster, live, isOverview }: IdentityTextProps) {
  const row = cluster?.row ?? live;
  return (
    <>
      {/* On a narrow screen there is no room beside the name. */}
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 sm:hidden">
        <ClusterStatus row={row} className="contents" />
        <span className="text-sm text-tertiary">{of.project}</span>
      </div>
      {row ? <ClusterFactsLine row={row} shoot={cluster?.shoot} /> : <Skeleton className="h-5 w-full max-w-2xl" />}
      {row && <ManagedSeedNote row={row} />}
      {/* Reserves the lines that most sentences need: the tabs below must not move when one arrives. */}
      <div className="mt-1 min-h-10 max-sm:min-h-15">
        {cluster ? (
          <StateDescription cluster={cluster} withForecast={!isOverview} />
        ) : (
          <Skeleton className="h-5 w-96 max-w-full" />
        )}
      </div>
    </>
  );
}

function ClusterStatus({ row, className }: { readonly row: FleetRow | undefined; readonly className: string }) {
  return (
    <div className={className}>
      {row ? <Health row={row} /> : <Skeleton className="h-5 w-24" />}
      {row?.purpose !== undefined && <Tag hue="neutral">{row.purpose}</Tag>}
      {row?.hibernated && (
        <Tag hue="info" outline="plain" icon={<Moon aria-hidden />}>
          {text("Hibernated")}
        </Tag>
      )}
      {row?.deletionRequestedAt !== undefined && (
        <Tag hue="neutral" outline="plain" icon={<Trash2 aria-hidden />}>
          {text("Being deleted")}
        </Tag>
      )}
    </div>
  );
}

/** Health of the cluster. The icon is green only if no forced update is due soon either. */
function Health({ row }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  const isFine = row.health === "healthy" && row.findings === 0;
  return (
    <span className={isFine && isForcedOrEndingSoon(row, now) ? "[&_svg]:text-caution-solid" : undefined}>
      <HealthMark row={row} />
    </span>
  );
}
