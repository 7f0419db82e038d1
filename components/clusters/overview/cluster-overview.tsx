"use client";

import { Suspense } from "react";
import { StageTag } from "#components/data/fleet-parts/stage-tag.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { FleetRow, VersionSummary } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { describeUnreadableRow } from "#lib/fleet/fields/unreadable-descriptions.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import { useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { BlocksSkeleton } from "./cluster-frame.tsx";
import { ConditionsCard, ConstraintsCard } from "./conditions-card.tsx";
import { ErrorsCard } from "./errors-card.tsx";
import { MaintenanceCard } from "./maintenance-card.tsx";
import { NextCard } from "./next-card.tsx";
import { OperationCard } from "./operation-card.tsx";
import { WindowCard } from "./window-card.tsx";

/** Loaded on demand: the last block of its page. */
const ClusterFacts = lazyComponent(async () => (await import("./cluster-facts.tsx")).ClusterFacts);

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
            {describeUnreadableRow(row.unreadable)}.
          </Notice>
        )}
        <NextCard row={row} updates={`${clusterPath(ref)}/updates`} />
        <OperationCard cluster={cluster} />
        <ErrorsCard row={row} shoot={shoot} />
        <ConditionsCard shoot={shoot} row={row} />
        <ConstraintsCard row={row} shoot={shoot} />
        <PersistentWarningsCard cluster={cluster.detail} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 xl:row-span-2">
        <VersionsCard row={row} shoot={shoot} />
        <WindowCard cluster={cluster} foreseen={foreseen} />
        <MaintenanceCard shoot={shoot} />
      </div>
      <div className="min-w-0">
        <Card id="facts" title={text("Details")}>
          <Suspense fallback={<Skeleton className="h-120" />}>
            <ClusterFacts row={row} shoot={shoot} />
          </Suspense>
        </Card>
      </div>
    </div>
  );
}

/** API warnings that come with every change, so no preview shows them as new. Renders nothing if there are none. */
function PersistentWarningsCard({ cluster: { warnings } }: { readonly cluster: Pick<ClusterDetail, "warnings"> }) {
  if (warnings.length === 0) return null;
  return (
    <Card id="standing-warnings" title={text("API warnings")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {warnings.map(({ field, sentence }) => (
          <li key={field} className="py-3 text-sm">
            <code translate="no">{field}</code>
            <p className="mt-1 text-pretty text-secondary">{sentence}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Versions of the control plane, and of each pool's kubelet and machine image. */
function VersionsCard({ row, shoot }: { readonly row: FleetRow; readonly shoot: Shoot }) {
  const workers = shoot.spec.provider.workers ?? [];
  return (
    <Card id="versions" title={text("Versions")}>
      <ul className="-my-3.5 divide-y divide-hairline text-sm">
        <li className="py-3">
          <p className="font-medium">{text("Control plane")}</p>
          <VersionLine name="Kubernetes" summary={row.kubernetes} />
        </li>
        {workers.map((worker) => {
          const own = worker.kubernetes?.version;
          const image = row.images.find(
            ({ name, pools }) => pools.includes(worker.name) && name === worker.machine.image?.name,
          );
          return (
            <li key={worker.name} className="py-3">
              <p className="font-medium" translate="no">
                {worker.name}
                <span className="font-normal text-tertiary">
                  {` · ${worker.machine.type} · `}
                  {text("{minimum} to {maximum} nodes", {
                    minimum: worker.minimum ?? "?",
                    maximum: worker.maximum ?? "?",
                  })}
                </span>
              </p>
              {own !== undefined && (
                <p className="mt-1 text-secondary">
                  {text("Kubernetes")}{" "}
                  <span className="font-mono text-ink" translate="no">
                    {own}
                  </span>
                </p>
              )}
              {image ? (
                <VersionLine name={image.name} summary={image} />
              ) : (
                <p className="mt-1 text-tertiary">{text("Machine image not said")}</p>
              )}
            </li>
          );
        })}
        {workers.length === 0 && <li className="py-3 text-secondary">{text("This cluster has no workers.")}</li>}
      </ul>
    </Card>
  );
}

function VersionLine({ name, summary }: { readonly name: string; readonly summary: VersionSummary }) {
  const expires = parseInstant(summary.expiresAt);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-secondary">
      <span>{name}</span>
      <span className="font-mono text-ink" translate="no">
        {summary.version || text("version not said")}
      </span>
      <StageTag classification={summary.classification} />
      {expires !== undefined && (
        <span className="text-tertiary">
          {summary.classification === "expired"
            ? text("expired {date}", { date: formatEndDate(expires) })
            : text("expires {date}", { date: formatEndDate(expires) })}
        </span>
      )}
    </p>
  );
}
