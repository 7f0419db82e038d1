"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useCluster } from "../use-cluster.ts";

/** Loaded on demand, because no other page needs the rules and dialogs of Nodes. */
const NodesBody = lazyComponent(async () => (await import("./nodes-body.tsx")).NodesBody);

/** Page of a cluster's worker pools, read from the garden, and Nodes, read from the cluster's own API server. */
export function NodesView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  if (!cluster) return error ? null : <NodesSkeleton />;
  return (
    <Suspense fallback={<NodesSkeleton />}>
      <NodesBody cluster={cluster} />
    </Suspense>
  );
}

function NodesSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </div>
  );
}
