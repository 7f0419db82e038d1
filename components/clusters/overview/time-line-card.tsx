"use client";

import { useMemo, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line.ts";
import type { Cluster } from "../use-cluster.ts";
import { NextEvents, PastEvents } from "./next-events.tsx";
import { TimeLineRail } from "./time-line-rail.tsx";

interface TimeLineCardProps {
  readonly cluster: Cluster;
  /** Undefined without a forecast. */
  readonly outlook: ForecastVariant | undefined;
}

/** Twelve months of a cluster as a picture, and its events as a list with their reasons and actions. */
export function TimeLineCard({ cluster, outlook }: TimeLineCardProps) {
  const { row, shoot } = cluster;
  const now = useNow(60_000);
  const clock = useClock(rowWindow(row.window, now)?.offsetMinutes);
  const [open, setOpen] = useState<string>();
  const events = useMemo(
    () => clusterTimeLine({ row, shoot, outlook }, { clock, now }),
    [row, shoot, outlook, clock, now],
  );
  const lists = { row, cluster, outlook, events, now, clock, open, onOpen: setOpen };
  return (
    <Card
      id="time-line"
      title={text("Time line")}
      aside={
        <Link
          href={`${clusterPath(row)}/updates`}
          className="rounded-tag text-sm font-medium text-link hover:underline"
        >
          {text("All updates")}
        </Link>
      }
    >
      <TimeLineRail events={events} now={now} clock={clock} open={open} onOpen={setOpen} />
      <div className="mt-3 grid gap-x-8 gap-y-3 border-t border-hairline pt-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section aria-labelledby="time-line-next">
          <h3 id="time-line-next" className="text-sm font-semibold">
            {text("Next")}
          </h3>
          <NextEvents {...lists} />
        </section>
        <section aria-labelledby="time-line-last">
          <h3 id="time-line-last" className="text-sm font-semibold">
            {text("Last")}
          </h3>
          <PastEvents {...lists} />
        </section>
      </div>
    </Card>
  );
}
