"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useCluster } from "../use-cluster.ts";

/** Loaded on demand: no other page needs its rules and dialogs. */
const NodesBody = lazyComponent(async () => (await import("./nodes-body.tsx")).NodesBody);

/** Worker pools of a cluster from the garden, and their nodes from the cluster itself. */
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
