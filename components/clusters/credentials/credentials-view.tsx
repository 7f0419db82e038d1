"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { useCluster } from "../use-cluster.ts";

/** Loaded on demand: its rules are large, and no other page needs them. */
const CredentialsBody = lazyComponent(async () => (await import("./credentials-body.tsx")).CredentialsBody);

/** Page of a cluster's credentials: who has to rotate each, and how to retrieve those that the user may use. */
export function CredentialsView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  const nowMs = useNow(15_000);
  if (!cluster || nowMs === 0) return error ? null : <CredentialsSkeleton />;
  return (
    <Suspense fallback={<CredentialsSkeleton />}>
      <CredentialsBody cluster={cluster} nowMs={nowMs} />
    </Suspense>
  );
}

function CredentialsSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-72 rounded-card" />
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    </div>
  );
}
