"use client";

import { useMemo, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line.ts";
import type { Cluster } from "../use-cluster.ts";
import { NextEvents } from "./next-events.tsx";

interface NextCardProps {
  readonly row: FleetRow;
  /** Undefined while it is being read. */
  readonly cluster: Cluster | undefined;
}

/** The next events of a cluster, from its row. */
export function NextCard({ row, cluster }: NextCardProps) {
  const now = useNow(60_000);
  const clock = useClock(rowWindow(row.window, now)?.offsetMinutes);
  const [open, setOpen] = useState<string>();
  const events = useMemo(() => clusterTimeLine({ row }, { clock, now }), [row, clock, now]);
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
      {now === 0 ? (
        <Skeleton className="h-24" />
      ) : (
        <NextEvents {...{ row, cluster, events, now, clock, open }} outlook={undefined} onOpen={setOpen} />
      )}
    </Card>
  );
}
