"use client";

import { useState } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { deletionStanding } from "#lib/view/deletion/deletion-stage.ts";
import { type SeenStep, seenCleanUp, seenSteps } from "#lib/view/deletion/seen-steps.ts";
import { BlocksSkeleton } from "../overview/cluster-frame.tsx";
import { ErrorsCard } from "../overview/errors-card.tsx";
import { useCluster } from "../use-cluster.ts";
import { CleanUpCard } from "./clean-up-card.tsx";
import { DeletionCard } from "./deletion-card.tsx";
import { ForceCard } from "./force-card.tsx";
import { GoneCard } from "./gone-card.tsx";
import { StepsCard } from "./steps-card.tsx";

const noSteps: readonly SeenStep[] = [];

/** The end of a cluster: what it takes, how far it is, what stands in its way, and what was seen of its end. */
export function DeletionView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  const now = useNow(1_000);
  const [seen, setSeen] = useState(noSteps);
  const steps = cluster?.gone ? seen : seenSteps(seen, cluster?.shoot.status?.lastOperation, now);
  if (steps !== seen) setSeen(steps);
  if (!cluster) return error ? null : <BlocksSkeleton />;
  const standing = deletionStanding(cluster.shoot);
  const requested = standing.stage !== "not-requested";
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {cluster.gone ? (
          <GoneCard cluster={ref} standing={standing} />
        ) : (
          <DeletionCard cluster={cluster} standing={standing} />
        )}
        {requested && <StepsCard steps={steps} gone={cluster.gone} />}
        {requested && !cluster.gone && <ErrorsCard row={cluster.row} shoot={cluster.shoot} />}
        {!cluster.gone && <ForceCard cluster={cluster} standing={standing} />}
      </div>
      {!standing.forced && (
        <div className="min-w-0">
          <CleanUpCard cluster={cluster} seen={seenCleanUp(steps)} />
        </div>
      )}
    </div>
  );
}
