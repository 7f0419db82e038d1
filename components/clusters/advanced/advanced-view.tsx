"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { ClusterPageSkeleton } from "../overview/cluster-frame.tsx";
import { useCluster } from "../use-cluster.ts";

/** Loaded on demand: a long text that few users read. */
const AdvancedBody = lazyComponent(async () => (await import("./advanced-body.tsx")).AdvancedBody);

/** Guide to the technical details of a cluster, with the actual values of this cluster. */
export function AdvancedView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  if (!cluster) return error ? null : <ClusterPageSkeleton />;
  return (
    <Suspense fallback={<ClusterPageSkeleton />}>
      <AdvancedBody cluster={ref} shoot={cluster.shoot} garden={cluster.detail.view} />
    </Suspense>
  );
}
