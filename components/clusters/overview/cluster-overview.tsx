"use client";

import { Suspense } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { describeUnreadableRow } from "#lib/fleet/fields/unreadable-descriptions.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { isWaitingForSeed } from "#lib/policy/scheduling/scheduler-interest.ts";
import { type Cluster, useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { ClusterPageSkeleton } from "./cluster-frame.tsx";
import { ConditionsCard, ConstraintsCard } from "./conditions-card.tsx";
import { ErrorsCard } from "./errors-card.tsx";
import { OperationCard } from "./operation-card.tsx";
import { WaitingForSeedCard } from "./waiting-for-seed-card.tsx";

/** Loaded on demand: the card is at the bottom of the page. */
const ClusterFacts = lazyComponent(async () => (await import("./cluster-facts.tsx")).ClusterFacts);
const CopyFacts = lazyComponent(async () => (await import("./cluster-facts.tsx")).CopyFacts);

/** Loaded on demand: the card's code is large and not needed for the header. */
const TimeLineCard = lazyComponent(async () => (await import("./time-line-card.tsx")).TimeLineCard);

/** Loaded on demand: only new clusters have the card. */
const NextStepsCard = lazyComponent(async () => (await import("./next-steps-card.tsx")).NextStepsCard);

const timeLineSkeleton = <Skeleton className="h-88 rounded-card" />;

export function ClusterOverview({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live, error } = useCluster(ref);
  const foreseen = useForecast(ref, cluster?.row ?? live);
  if (!cluster) return error ? null : <ClusterPageSkeleton />;
  const { shoot, row } = cluster;
  const facts = { row, shoot, customFields: cluster.detail.customFields };
  const { data, error: forecastError } = foreseen;
  // Wait for the forecast or its error, so that the time line does not change under the user's pointer.
  const isAnswered = data !== undefined || forecastError !== null;
  const outlook = data?.forecast.outcome === "foreseen" ? data.forecast : undefined;
  return (
    <div className="flex flex-col gap-4">
      {row.unreadable && row.unreadable.length > 0 && (
        <Notice hue="neutral" title={text("Parts of this object could not be read")}>
          {describeUnreadableRow(row.unreadable)}.
        </Notice>
      )}
      {isWaitingForSeed(shoot) && <WaitingForSeedCard cluster={cluster} />}
      <NextSteps cluster={cluster} />
      {isAnswered ? (
        <Suspense fallback={timeLineSkeleton}>
          <TimeLineCard cluster={cluster} outlook={outlook} />
        </Suspense>
      ) : (
        timeLineSkeleton
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] min-[120rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] min-[150rem]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <OperationCard cluster={cluster} onOverview />
          <ErrorsCard row={row} shoot={shoot} />
          <ConditionsCard shoot={shoot} row={row} />
          <ConstraintsCard row={row} shoot={shoot} />
          <PersistentWarningsCard cluster={cluster.detail} />
        </div>
        <Card
          id="facts"
          title={text("Details")}
          aside={
            <Suspense>
              <CopyFacts {...facts} />
            </Suspense>
          }
        >
          <Suspense fallback={<Skeleton className="h-200" />}>
            <ClusterFacts {...facts} />
          </Suspense>
        </Card>
      </div>
    </div>
  );
}

/** What a cluster is good for during its first day, once its creation was observed, until the user hides it. */
function NextSteps({ cluster }: { readonly cluster: Cluster }) {
  const isFirstDay = isWithinFirstDay(cluster.row, useNow(60_000));
  const isHidden = useSetting("nextSteps") === "hidden";
  if (isHidden || !isFirstDay || !isCreatedAndHealthy(cluster.row)) return null;
  return (
    <Suspense>
      <NextStepsCard cluster={cluster} />
    </Suspense>
  );
}

function isWithinFirstDay({ createdAt }: FleetRow, now: number): boolean {
  const age = now - (parseInstant(createdAt) ?? 0);
  return age >= 0 && age <= dayMs;
}

/** Whether the creation has ended: conditions of a cluster that is being created are not False, either. */
function isCreatedAndHealthy(row: FleetRow): boolean {
  const { health, lastOperation, deletionRequestedAt } = row;
  const isBeingCreated = lastOperation?.type === "Create" && operationStateOfRow(row) !== "ended";
  return lastOperation !== undefined && !isBeingCreated && health === "healthy" && deletionRequestedAt === undefined;
}

/** Card of API warnings that every change of the Shoot causes, and which previews therefore do not show as new. */
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
