"use client";

import { Suspense } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { GlossaryTermList } from "#components/data/fleet-parts/glossary-term-list.tsx";
import { KubernetesSupportList } from "#components/data/fleet-parts/kubernetes-support-list.tsx";
import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RenderAfterPaint } from "#components/ui/render-after-paint.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { maintenanceChangesSpecOnly, specOnlyChangeDescription } from "#lib/forecast/spec-only.ts";
import { describeUnknownForecast } from "#lib/forecast/unknown-forecast-descriptions.ts";
import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { message, text } from "#lib/language/text.ts";
import { kubernetesMinorsOf, minorsWithinReach } from "#lib/view/versions/kubernetes-minors.ts";
import { notMaintainedDescription } from "#lib/words/forecast-descriptions.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { versionEndLabel } from "#lib/words/version-end.ts";
import { type Cluster, useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { ForecastBasis } from "./forecast-basis.tsx";
import { useReadiness } from "./readiness/use-readiness.ts";
import { selectUpdatesView, snapshotLink, type UpdatesAddress, useUpdatesAddress } from "./use-updates-address.ts";

// Loaded on demand: the form is larger than the rest of the page, and the forecast does not need it.
const VersionChangeCard = lazyComponent(
  async () => (await import("./change/version-change-card.tsx")).VersionChangeCard,
);

const PoolReplacementCard = lazyComponent(
  async () => (await import("./pool-replacement/pool-replacement-card.tsx")).PoolReplacementCard,
);

// Loaded on demand: the forecast has to be read first anyway.
const ForecastSteps = lazyComponent(async () => (await import("./forecast-steps.tsx")).ForecastSteps);

const ForecastChangedNotice = lazyComponent(
  async () => (await import("./forecast-changed-notice.tsx")).ForecastChangedNotice,
);

const ReadinessCard = lazyComponent(async () => (await import("./readiness/readiness-card.tsx")).ReadinessCard);

const changeSkeleton = <Skeleton className="h-96 rounded-card" />;
const stepsSkeleton = (
  <>
    <Skeleton className="h-48 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
  </>
);

const views = [
  { value: "forecast", label: message("Forecast") },
  { value: "change", label: message("Change versions") },
  { value: "pools", label: message("Pool by pool") },
] as const;

const labels = [
  ["forced-update", message("forced")],
  ["component", message("component")],
  ["conditional", message("conditional")],
  ["dead-end", message("dead end")],
] as const;

/** Page of a cluster's version changes: the forecast, the form that changes versions, or the guide for pools. */
export function UpdatesView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live } = useCluster(ref);
  const row = cluster?.row ?? live;
  const { data, error, before, acknowledge, refetch } = useForecast(ref, row);
  const address = useUpdatesAddress();
  const clock = useDisplayClock(nextWindowOfRow(row?.window, 0)?.offsetMinutes);
  const tick = useNow(30_000);
  if (!data) {
    return error ? <Unread error={error} onRetry={() => void refetch()} /> : <UpdatesSkeleton />;
  }
  const speech: TimeContext = { clock, now: Math.max(tick, parseInstant(data.snapshot.at) ?? 0) };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2" data-print="hidden">
        <Segments
          label={text("Updates")}
          value={address.view}
          options={views.map(({ value, label }) => ({ value, label: text(label) }))}
          onChange={selectUpdatesView}
        />
        <CopyButton variant="ghost" size="sm" text={snapshotLink(data.snapshot.id)} label={text("Copy link")} />
      </div>
      <Suspense>
        {before && <ForecastChangedNotice before={before} after={data} speech={speech} onSeen={acknowledge} />}
      </Suspense>
      {error && (
        <Notice hue="caution" title={text("The latest forecast could not be read")}>
          {requestErrorOf(error).detail} {text("What follows is what was last known.")}
        </Notice>
      )}
      {address.view === "forecast" ? (
        <Forecast cluster={ref} loaded={cluster} data={data} address={address} speech={speech} row={row} />
      ) : (
        cluster && (
          <Suspense fallback={changeSkeleton}>
            {/* Rendered separately, so that it does not block the rest while its code is loaded. */}
            <RenderAfterPaint fallback={changeSkeleton}>
              {address.view === "change" ? (
                <VersionChangeCard cluster={cluster} forecast={data} clock={clock} />
              ) : (
                <PoolReplacementCard cluster={cluster} forecast={data} clock={clock} />
              )}
            </RenderAfterPaint>
          </Suspense>
        )
      )}
      <GlossaryTermList words={labels} />
    </div>
  );
}

interface ForecastProps {
  readonly cluster: ClusterRef;
  readonly loaded: Cluster | undefined;
  readonly data: ClusterForecast;
  readonly address: UpdatesAddress;
  readonly speech: TimeContext;
  readonly row: FleetRow | undefined;
}

function Forecast({ cluster, loaded, data, address, speech, row }: ForecastProps) {
  const { forecast } = data;
  const known = useReadiness(cluster, { cluster: loaded, forecast: data });
  const endsAt = parseInstant(row?.endsAt);
  return (
    <>
      {endsAt !== undefined && (
        <Notice
          hue="negative"
          title={text("Gardener deletes this cluster on {date}", { date: formatDateTime(endsAt, speech.clock) })}
        >
          {text("Its lifetime ends then; the deletion may begin up to an hour later. No step comes after that.")}
        </Notice>
      )}
      {row !== undefined && maintenanceChangesSpecOnly(row) && (
        <Notice hue="caution" title={text("The steps do not reach this cluster now")}>
          {text(specOnlyChangeDescription)}
        </Notice>
      )}
      {forecast.outcome === "foreseen" ? (
        <Suspense fallback={stepsSkeleton}>
          <ForecastSteps
            cluster={cluster}
            row={row}
            data={data}
            outlook={forecast}
            readiness={known?.readiness}
            address={address}
            speech={speech}
            endsAt={endsAt}
          />
        </Suspense>
      ) : (
        <>
          <EmptyForecast forecast={forecast} />
          <Card id="versions-today" title={text("Versions today")}>
            <div className="-my-2.5">
              <ComponentFacts facts={data.facts} />
            </div>
          </Card>
        </>
      )}
      {loaded && known && (
        <Suspense>
          <ReadinessCard cluster={cluster} {...known} shoot={loaded.shoot} speech={speech} />
        </Suspense>
      )}
      <ForecastBasis data={data} clock={speech.clock} address={address} />
      <KubernetesSupportList minors={forecastKubernetesMinors(data)} nowAt={speech.now} />
    </>
  );
}

/** Minors of Kubernetes that the cluster runs now, can be updated to, or reaches in the forecast, newest first. */
function forecastKubernetesMinors({ facts, forecast }: ClusterForecast): readonly string[] {
  const lanes = forecast.outcome === "foreseen" ? forecast.lanes : [];
  const reached = lanes.filter(({ id }) => id.kind !== "pool-image").flatMap(({ hops }) => hops.map(({ to }) => to));
  const now = facts.filter(({ lane }) => lane.kind !== "pool-image").map(({ version }) => version);
  return kubernetesMinorsOf([...minorsWithinReach(now), ...reached]);
}

function EmptyForecast({
  forecast,
}: {
  readonly forecast: Exclude<ClusterForecast["forecast"], { outcome: "foreseen" }>;
}) {
  if (forecast.outcome === "not-maintained") {
    return (
      <Notice hue="neutral" title={text("No updates in sight")}>
        {text(notMaintainedDescription)}
      </Notice>
    );
  }
  return (
    <Notice hue="caution" title={text("No forecast")}>
      {`${describeUnknownForecast(forecast.reason, forecast.field)} ${text("Versions and their dates are shown below.")}`}
    </Notice>
  );
}

function Unread({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { reason, detail } = requestErrorOf(error);
  // The frame around this page already reports that the cluster does not exist or may not be read.
  if (reason === "not-found" || reason === "forbidden") return null;
  return (
    <Notice
      hue="caution"
      title={text("The forecast could not be read")}
      action={<Button onClick={onRetry}>{text("Try again")}</Button>}
    >
      {detail}
    </Notice>
  );
}

function UpdatesSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64 max-w-full" />
      {stepsSkeleton}
    </div>
  );
}

/** Current version of each component and its expiration, shown even if there is no forecast. */
function ComponentFacts({ facts }: { readonly facts: ClusterForecast["facts"] }) {
  return (
    <ul className="divide-y divide-hairline text-sm">
      {facts.map((fact) => (
        <li key={formatVersionedComponent(fact.lane)} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <span className="min-w-44 font-medium">{versionedComponentLabel(fact.lane)}</span>
          <span className="font-mono" translate="no">
            {[fact.image, fact.version || text("version not said")].filter(Boolean).join(" ")}
          </span>
          {fact.followsControlPlane ? (
            <span className="text-tertiary">{text("follows the control plane")}</span>
          ) : (
            <VersionClassificationTag classification={fact.classification} />
          )}
          <span className="text-secondary">{versionEndLabel(fact.classification, parseInstant(fact.expiresAt))}</span>
        </li>
      ))}
    </ul>
  );
}
