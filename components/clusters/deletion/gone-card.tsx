"use client";

import { useEffect, useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Instant } from "#components/data/shown/instant.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { formatInstant } from "#lib/kube/instant.ts";
import type { DeletionStanding } from "#lib/view/deletion/deletion-stage.ts";
import { useCluster } from "../use-cluster.ts";

interface GoneCardProps {
  readonly cluster: ClusterRef;
  readonly standing: DeletionStanding;
}

/**
 * What was observed of the end, and no more: the Shoot left the garden. The garden is asked once more, because a cluster
 * also leaves the fleet of somebody who lost the right to see it.
 */
export function GoneCard({ cluster, standing }: GoneCardProps) {
  const { error, refetch } = useCluster(cluster);
  const [seenAt] = useState(() => formatInstant(Date.now()));
  useEffect(() => {
    void refetch();
  }, [refetch]);
  const confirmed = error !== null && faultOf(error).reason === "not-found";
  return (
    <Card id="gone" title={`${cluster.project}/${cluster.name} is gone`}>
      <p role="status" className="text-base text-pretty">
        The Shoot was gone from the garden at <Instant at={seenAt} />.{" "}
        {confirmed ? "The garden confirmed that it no longer exists." : "The garden has not confirmed it yet."}
      </p>
      <p className="mt-2 text-sm text-pretty text-secondary">
        {standing.forced
          ? "The deletion was forced: Almanac does not know what is left in the cloud account."
          : "Gardener removes a Shoot after its deletion succeeded. Almanac has not looked into the cloud account."}
      </p>
      <p className="mt-3">
        <Link href="/clusters" className="text-sm font-medium text-link hover:underline">
          All clusters
        </Link>
      </p>
    </Card>
  );
}
