"use client";

import { useEffect, useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
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
    <Card id="gone" title={text("{cluster} is gone", { cluster: `${cluster.project}/${cluster.name}` })}>
      <p role="status" className="text-base text-pretty">
        {richText("The Shoot was gone from the garden at <instant></instant>.", {
          instant: () => <Instant at={seenAt} />,
        })}{" "}
        {confirmed
          ? text("The garden confirmed that it no longer exists.")
          : text("The garden has not confirmed it yet.")}
      </p>
      <p className="mt-2 text-sm text-pretty text-secondary">
        {standing.forced
          ? text("The deletion was forced: Almanac does not know what is left in the cloud account.")
          : text(
              "Gardener removes a Shoot after its deletion succeeded. Almanac has not looked into the cloud account.",
            )}
      </p>
      <p className="mt-3">
        <Link href="/clusters" className="text-sm font-medium text-link hover:underline">
          {text("All clusters")}
        </Link>
      </p>
    </Card>
  );
}
