"use client";

import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import type { Cluster } from "../use-cluster.ts";
import { NextEvents } from "./next-events.tsx";
import { useTimeLine } from "./use-time-line.ts";

interface NextCardProps {
  readonly row: FleetRow;
  /** The cluster; undefined while it is being read. */
  readonly cluster: Cluster | undefined;
}

/** Card of the next events of a cluster, which needs only the cluster's row in the fleet. */
export function NextEventsCard({ row, cluster }: NextCardProps) {
  const timeLine = useTimeLine(row);
  return (
    <Card
      id="next"
      title={text("What happens next")}
      aside={
        <Link
          href={`${clusterPath(row)}/updates`}
          className="rounded-tag text-sm font-medium text-link hover:underline"
        >
          {text("View all")}
        </Link>
      }
    >
      {timeLine.now === 0 ? <Skeleton className="h-24" /> : <NextEvents cluster={cluster} {...timeLine} />}
    </Card>
  );
}
