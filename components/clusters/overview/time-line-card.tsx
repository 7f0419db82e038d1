"use client";

import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { Cluster } from "../use-cluster.ts";
import { NextEvents, PastEvents } from "./next-events.tsx";
import { TimeLineRail } from "./time-line-rail.tsx";
import { useTimeLine } from "./use-time-line.ts";

interface TimeLineCardProps {
  readonly cluster: Cluster;
  /** The update forecast; undefined if there is none. */
  readonly outlook: ForecastVariant | undefined;
}

/** Card with twelve months of a cluster: a chart, and a list of the same events with reasons and actions. */
export function TimeLineCard({ cluster, outlook }: TimeLineCardProps) {
  const { row, shoot } = cluster;
  const timeLine = useTimeLine(row, shoot, outlook);
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
      <TimeLineRail {...timeLine} />
      <div className="mt-3 grid gap-x-8 gap-y-3 border-t border-hairline pt-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section aria-labelledby="time-line-next">
          <h3 id="time-line-next" className="text-sm font-semibold">
            {text("Next")}
          </h3>
          <NextEvents cluster={cluster} {...timeLine} />
        </section>
        <section aria-labelledby="time-line-last">
          <h3 id="time-line-last" className="text-sm font-semibold">
            {text("Last")}
          </h3>
          <PastEvents cluster={cluster} {...timeLine} />
        </section>
      </div>
    </Card>
  );
}
