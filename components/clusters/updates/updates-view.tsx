"use client";

import { lazy, Suspense } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { faultOf } from "#components/data/calls/api-problem.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Later } from "#components/ui/later.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { notMaintainedSentence, unknownForecastSentences } from "#lib/words/forecast-sentences.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { ForecastBasis } from "./forecast-basis.tsx";
import { ForeseenSteps } from "./foreseen-steps.tsx";
import { LaneFacts } from "./lane-facts.tsx";
import { useUpdatesAddress } from "./use-updates-address.ts";

// Its rules, forms and sentences are more than all the rest of the page, and none of it is needed for the first look.
const ChangeCard = lazy(async () => ({ default: (await import("./change/change-card.tsx")).ChangeCard }));

const ForecastChanged = lazy(async () => ({ default: (await import("./forecast-changed.tsx")).ForecastChanged }));
const WindowCard = lazy(async () => ({ default: (await import("../overview/window-card.tsx")).WindowCard }));

const changeSkeleton = <Skeleton className="h-96 rounded-card" />;

/** What will happen to the versions of a cluster, when and why, and what would become of it otherwise. */
export function UpdatesView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live } = useCluster(ref);
  const row = cluster?.row ?? live;
  const { data, error, before, acknowledge, refetch } = useForecast(ref, row);
  const address = useUpdatesAddress();
  const clock = useClock(rowWindow(row?.window, 0)?.offsetMinutes);
  const tick = useNow(30_000);
  if (!data) {
    return error ? <Unread error={error} onRetry={() => void refetch()} /> : <UpdatesSkeleton />;
  }
  const speech: Speech = { clock, now: Math.max(tick, parseInstant(data.snapshot.at) ?? 0) };
  const { forecast } = data;
  const outlook = forecast.outcome === "foreseen" ? forecast : undefined;
  return (
    <div className="flex flex-col gap-4">
      <ForecastBasis data={data} clock={clock} address={address} />
      <Suspense>
        {before && <ForecastChanged before={before} after={data} speech={speech} onSeen={acknowledge} />}
      </Suspense>
      {error && (
        <Notice hue="caution" title="The latest forecast could not be read">
          {faultOf(error).detail} What follows is what was last known.
        </Notice>
      )}
      {forecast.outcome === "foreseen" ? (
        <ForeseenSteps cluster={ref} data={data} outlook={forecast} address={address} speech={speech} />
      ) : (
        <NothingForeseen forecast={forecast} />
      )}
      {cluster && (
        <Suspense fallback={changeSkeleton}>
          {/* Whatever is painted anew while its code comes, it is drawn in a painting of its own. */}
          <Later fallback={changeSkeleton}>
            <ChangeCard cluster={cluster} forecast={data} clock={clock} />
          </Later>
        </Suspense>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          {cluster && <WindowCard shoot={cluster.shoot} outlook={outlook} />}
        </Suspense>
        <Card id="versions-today" title="Versions today">
          <div className="-my-2.5">
            <LaneFacts facts={data.facts} speech={speech} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function NothingForeseen({
  forecast,
}: {
  readonly forecast: Exclude<ClusterForecast["forecast"], { outcome: "foreseen" }>;
}) {
  if (forecast.outcome === "not-maintained") {
    return (
      <Notice hue="neutral" title="No updates in sight">
        {notMaintainedSentence}
      </Notice>
    );
  }
  return (
    <Notice hue="caution" title="No forecast">
      {unknownForecastSentences[forecast.reason]} Versions and their dates are shown below.
    </Notice>
  );
}

function Unread({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { reason, detail } = faultOf(error);
  // The frame around this page says already that there is no such cluster.
  if (reason === "not-found" || reason === "forbidden") return null;
  return (
    <Notice hue="caution" title="The forecast could not be read" action={<Button onClick={onRetry}>Try again</Button>}>
      {detail}
    </Notice>
  );
}

function UpdatesSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="h-12 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
