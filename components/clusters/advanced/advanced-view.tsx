"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { BlocksSkeleton } from "../overview/cluster-frame.tsx";
import { useCluster } from "../use-cluster.ts";

/** Long, and read by few. */
const AdvancedBody = lazyComponent(async () => (await import("./advanced-body.tsx")).AdvancedBody);

/** What to know about the inside of a cluster, told of this very one. */
export function AdvancedView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  if (!cluster) return error ? null : <BlocksSkeleton />;
  return (
    <Suspense fallback={<BlocksSkeleton />}>
      <AdvancedBody cluster={ref} shoot={cluster.shoot} release={cluster.detail.view.release} />
    </Suspense>
  );
}
