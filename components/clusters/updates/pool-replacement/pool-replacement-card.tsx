"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { nodesQuery } from "#components/data/queries/node-queries.ts";
import { Card } from "#components/ui/card.tsx";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { NodesResponse } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { poolReplacementOf } from "#lib/view/pool-replacement/pool-replacement.ts";
import { noReplacementDescriptions } from "#lib/view/pool-replacement/replacement-descriptions.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { joinNodePages } from "../../nodes/join-node-pages.ts";
import type { Cluster } from "../../use-cluster.ts";
import { useUpdateContext } from "../change/use-update-context.ts";
import { FirstSteps } from "./first-steps.tsx";
import { PoolSteps } from "./pool-steps.tsx";

interface PoolReplacementCardProps {
  readonly cluster: Cluster;
  readonly forecast: ClusterForecast;
  readonly clock: DisplayClock;
}

/** Guide that replaces pools by new ones at the next Kubernetes version; its steps are derived from the cluster. */
export function PoolReplacementCard({ cluster, forecast, clock }: PoolReplacementCardProps) {
  const { shoot, row } = cluster;
  const context = useUpdateContext(shoot, forecast);
  const bySpec = useMemo(() => poolReplacementOf({ shoot, row, nodes: undefined }), [shoot, row]);
  const isNeeded = bySpec.applies && bySpec.replaced.length > 0;
  const nodes = useNodes(cluster, { isNeeded, settled: bySpec.applies && bySpec.settled });
  const replacement = useMemo(() => poolReplacementOf({ shoot, row, nodes }), [shoot, row, nodes]);
  const title = text("Update pool by pool");
  if (!replacement.applies) {
    return (
      <Card id="pools" title={title}>
        <p className="text-base text-pretty text-secondary">{text(noReplacementDescriptions[replacement.reason])}</p>
      </Card>
    );
  }
  const { replaced, others, settled, controlPlane } = replacement;
  const minor = majorMinorOf(controlPlane);
  const props = { cluster, context, forecast, clock, replacement };
  return (
    <Card id="pools" title={title} flush>
      <div className="flex flex-col gap-1 px-4 py-3 text-base text-pretty text-secondary">
        <p>
          {text(
            "For workload that is sensitive to restarts: the nodes stay while the control plane is updated, and you move the workload to a new pool when it suits you.",
          )}
        </p>
        {replaced.length === 0 && (
          <p role="status" className="text-ink">
            {text("No pool is pinned below Kubernetes {minor}, the version of the control plane.", { minor })}
            {!settled && ` ${text("Gardener has not finished the last change.")}`}
          </p>
        )}
        {others.length > 0 && (
          <p>
            {text("Left out: {pools}, updated in place or with the control plane on it.", {
              pools: poolsLabel(others.map(({ name }) => name)),
            })}
          </p>
        )}
      </div>
      <ol aria-label={text("Steps of the update")} className="divide-y divide-hairline border-t border-hairline">
        <FirstSteps {...props} />
        <PoolSteps {...props} />
      </ol>
    </Card>
  );
}

const readAgainMs = 60_000;

interface NodesNeeded {
  readonly isNeeded: boolean;
  /** Whether Gardener has carried out the spec. */
  readonly settled: boolean;
}

/**
 * Nodes as the cluster's API server lists them; undefined if they are not known or not needed. They are read again when
 * Gardener begins or finishes, because it adds and removes Nodes then.
 */
function useNodes({ row, gone }: Cluster, { isNeeded, settled }: NodesNeeded): NodesResponse | undefined {
  const { data, refetch } = useInfiniteQuery({
    ...nodesQuery(row, { follow: [], everyMs: readAgainMs, enabled: !gone && isNeeded }),
    select: joinNodePages,
  });
  const seen = useRef(settled);
  useEffect(() => {
    if (seen.current === settled) return;
    seen.current = settled;
    if (isNeeded) void refetch();
  }, [settled, isNeeded, refetch]);
  return isNeeded ? data : undefined;
}
