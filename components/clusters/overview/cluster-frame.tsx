"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkTabs } from "#components/ui/link-tabs.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { clusterPath } from "../cluster-path.ts";
import { FleetUnavailable } from "../list/fleet-unavailable.tsx";
import { useCluster } from "../use-cluster.ts";
import { ClusterHeader } from "./cluster-header.tsx";

/** What every page of a cluster shares: which cluster it is, how it is, what can be done, and where else to look. */
export function ClusterFrame({
  cluster: ref,
  children,
}: {
  readonly cluster: ClusterRef;
  readonly children: ReactNode;
}) {
  const { cluster, live, error, refetch } = useCluster(ref);
  const path = clusterPath(ref);
  const deleting = (cluster?.row ?? live)?.deletionRequestedAt !== undefined;
  if (!cluster && error) return <ClusterUnavailable cluster={ref} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="border-b border-hairline px-4 pt-4 sm:px-6">
        <p className="text-sm text-tertiary">
          <Link href="/clusters" className="rounded-tag hover:text-link hover:underline">
            Clusters
          </Link>
          <span aria-hidden> / </span>
          <Link
            href={`/clusters?project=${encodeURIComponent(ref.project)}`}
            className="rounded-tag hover:text-link hover:underline"
          >
            {ref.project}
          </Link>
        </p>
        <ClusterHeader name={ref.name} cluster={cluster} live={live} />
        <div className="mt-2">
          <LinkTabs
            label="Pages of this cluster"
            tabs={[
              { href: path, label: "Overview" },
              { href: `${path}/updates`, label: "Updates" },
              { href: `${path}/credentials`, label: "Credentials" },
              { href: `${path}/nodes`, label: "Nodes" },
              { href: `${path}/maintenance`, label: "Maintenance" },
              ...(deleting ? [{ href: `${path}/deletion`, label: "Deletion" }] : []),
              { href: `${path}/activity`, label: "Activity" },
              { href: `${path}/advanced`, label: "Advanced" },
              { href: `${path}/yaml`, label: "YAML" },
            ]}
          />
        </div>
      </div>
      {cluster?.gone && (
        <div className="px-4 pt-4 sm:px-6">
          <Notice hue="caution" title="This cluster is no longer there" live>
            It was deleted, or you no longer have access. You see the last known data.
          </Notice>
        </div>
      )}
      {cluster && error && !cluster.gone && (
        <div className="px-4 pt-4 sm:px-6">
          <Notice
            hue="caution"
            title="The latest state could not be read"
            action={
              <Button size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {faultOf(error).detail} What follows is what was last known.
          </Notice>
        </div>
      )}
      <div className="px-4 py-5 sm:px-6">{children}</div>
    </div>
  );
}

interface ClusterUnavailableProps {
  readonly cluster: ClusterRef;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function ClusterUnavailable({ cluster: { project, name }, error, onRetry }: ClusterUnavailableProps) {
  const fault = faultOf(error);
  if (fault.reason !== "not-found" && fault.reason !== "forbidden" && fault.reason !== "invalid-request")
    return <FleetUnavailable fault={fault} onRetry={onRetry} />;
  return (
    <EmptyState
      heading="h1"
      title="Cluster not found"
      action={
        <Link href="/clusters" className="text-base font-medium text-link hover:underline">
          All clusters
        </Link>
      }
    >
      {project}/{name} does not exist, or you are not a member of the project {project}.
    </EmptyState>
  );
}

/** The blocks of the overview while they are being read. */
export function BlocksSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 xl:grid-cols-[2fr_1fr]">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}
