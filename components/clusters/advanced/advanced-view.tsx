"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { BlocksSkeleton } from "../overview/cluster-frame.tsx";
import { useCluster } from "../use-cluster.ts";

/** Loaded on demand: long, and read by few users. */
const AdvancedBody = lazyComponent(async () => (await import("./advanced-body.tsx")).AdvancedBody);

/** Guide to the inside of a cluster, with the values of this one. */
export function AdvancedView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  if (!cluster) return error ? null : <BlocksSkeleton />;
  return (
    <Suspense fallback={<BlocksSkeleton />}>
      <AdvancedBody cluster={ref} shoot={cluster.shoot} release={cluster.detail.view.release} />
    </Suspense>
  );
}
