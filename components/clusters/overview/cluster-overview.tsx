"use client";

import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { unreadableWords } from "#lib/fleet/fields/unreadable-words.ts";
import { text } from "#lib/language/text.ts";
import { clusterPath } from "../cluster-path.ts";
import { useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { BlocksSkeleton } from "./cluster-frame.tsx";
import { ConditionsCard } from "./conditions-card.tsx";
import { ConstraintsCard } from "./constraints-card.tsx";
import { ErrorsCard } from "./errors-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { MaintenanceCard } from "./maintenance-card.tsx";
import { NextCard } from "./next-card.tsx";
import { OperationCard } from "./operation-card.tsx";
import { StandingWarningsCard } from "./standing-warnings-card.tsx";
import { VersionsCard } from "./versions-card.tsx";
import { WindowCard } from "./window-card.tsx";

export function ClusterOverview({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live, error } = useCluster(ref);
  const foreseen = useForecast(ref, cluster?.row ?? live);
  if (!cluster) return error ? null : <BlocksSkeleton />;
  const { shoot, row } = cluster;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] xl:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        {row.unreadable && row.unreadable.length > 0 && (
          <Notice hue="neutral" title={text("Parts of this object could not be read")}>
            {unreadableWords(row.unreadable)}.
          </Notice>
        )}
        <NextCard row={row} updates={`${clusterPath(ref)}/updates`} />
        <OperationCard cluster={cluster} />
        <ErrorsCard row={row} shoot={shoot} />
        <ConditionsCard shoot={shoot} row={row} />
        <ConstraintsCard row={row} shoot={shoot} />
        <StandingWarningsCard cluster={cluster.detail} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 xl:row-span-2">
        <VersionsCard row={row} shoot={shoot} />
        <WindowCard cluster={cluster} foreseen={foreseen} />
        <MaintenanceCard shoot={shoot} />
      </div>
      <div className="min-w-0">
        <FactsCard row={row} shoot={shoot} />
      </div>
    </div>
  );
}
