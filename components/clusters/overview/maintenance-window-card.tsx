"use client";

import { Suspense } from "react";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { nextWindowOfRow, type RowWindow } from "#lib/fleet/fields/next-window-of-row.ts";
import type { Maintenance, ShootSpec } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { RunStartInterval } from "#lib/policy/next/forecast-window.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { windowClocks } from "#lib/view/upcoming-versions/window-clocks.ts";
import { formatOffset } from "#lib/words/clock.ts";
import { formatRelative } from "#lib/words/format-time.ts";
import type { Cluster } from "../use-cluster.ts";
import type { useForecast } from "../use-forecast.ts";

/** Loaded on demand: the rules are not needed to show when the window is. */
const WindowPlan = lazyComponent(async () => (await import("./next-window-plan-section.tsx")).NextWindowPlanSection);

const planSkeleton = <Skeleton className="mt-3 h-24" />;

interface WindowCardProps {
  readonly cluster: Cluster;
  readonly foreseen: Pick<ReturnType<typeof useForecast>, "data" | "error">;
}

/** Next maintenance window. Waits for the forecast or its error, so that the card does not change under the pointer. */
export function MaintenanceWindowCard({ cluster, foreseen: { data, error } }: WindowCardProps) {
  const isAnswered = data !== undefined || error !== null;
  return (
    <Card id="next-window" title={text("Next maintenance window")}>
      {isAnswered ? (
        <MaintenanceWindowDetails
          cluster={cluster}
          outlook={data?.forecast.outcome === "foreseen" ? data.forecast : undefined}
        />
      ) : (
        planSkeleton
      )}
    </Card>
  );
}

interface WindowDetailsProps {
  readonly cluster: Cluster;
  /** The update forecast; undefined if there is none. */
  readonly outlook: ForecastVariant | undefined;
}

/** Next maintenance window in the selected time zone, others collapsed, and what Gardener will do in the window. */
export function MaintenanceWindowDetails({ cluster, outlook }: WindowDetailsProps) {
  const now = useNow(30_000);
  const idle = useIdle();
  const { maintenance } = cluster.shoot.spec;
  const window = nextWindowOfRow(maintenance?.timeWindow ?? undefined, now);
  // If the Shoot has no maintenance window, Gardener maintains it once at any time of a day.
  const planned: RunStartInterval = window
    ? { beginAt: window.beginMs, usableEndAt: window.usableEndMs }
    : { beginAt: now, usableEndAt: now + dayMs };
  return (
    <div>
      {window === undefined ? (
        <p className="text-base text-pretty text-secondary">{withoutWindow(maintenance)}</p>
      ) : (
        <ThreeClocks window={window} now={now} />
      )}
      {maintenance?.confineSpecUpdateRollout === true && (
        <p className="mt-2 text-sm text-pretty text-secondary">
          {text("Changes of the spec are rolled out in this window only.")}
        </p>
      )}
      <p className="mt-2 text-sm text-secondary">{automaticLabel(cluster.shoot.spec)}</p>
      {idle ? (
        <Suspense fallback={planSkeleton}>
          <WindowPlan cluster={cluster} outlook={outlook} window={planned} now={now} />
        </Suspense>
      ) : (
        planSkeleton
      )}
    </div>
  );
}

/** Returns which automatic updates are on, with Gardener's defaults for unset fields. */
function automaticLabel({ maintenance, provider }: ShootSpec): string {
  const { kubernetesVersion, machineImageVersion } = autoUpdateOf(maintenance);
  if ((provider.workers ?? []).length === 0)
    return text("Automatic updates: Kubernetes {kubernetes, select, true {on} other {off}}.", {
      kubernetes: String(kubernetesVersion),
    });
  return text(
    "Automatic updates: Kubernetes {kubernetes, select, true {on} other {off}}, images {images, select, true {on} other {off}}.",
    { kubernetes: String(kubernetesVersion), images: String(machineImageVersion) },
  );
}

function withoutWindow(maintenance: Maintenance | null | undefined): string {
  const written = maintenance?.timeWindow;
  return written
    ? text('The window "{begin}" to "{end}" cannot be read; Gardener then counts the whole day.', {
        begin: written.begin,
        end: written.end,
      })
    : text("No window is set: Gardener may maintain this cluster at any time of the day.");
}

function ThreeClocks({ window, now }: { readonly window: RowWindow; readonly now: number }) {
  const timeZone = useTimeZone();
  const { own, utc, mine, note } = windowClocks(window, timeZone, now);
  return (
    <>
      <p className="text-base font-medium">{own}</p>
      <p className="text-sm text-secondary">
        {window.open ? text("Open now") : text("Begins {when}", { when: formatRelative(window.beginMs, now) })}
      </p>
      <details className="mt-2 text-sm">
        <summary className="w-fit cursor-pointer rounded-tag text-link hover:underline">{text("Other clocks")}</summary>
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-tertiary">{text("Cluster, {offset}", { offset: formatOffset(window.offsetMinutes) })}</dt>
          <dd className="font-medium">{own}</dd>
          <dt className="text-tertiary">{text("UTC")}</dt>
          <dd>{utc}</dd>
          <dt className="text-tertiary">{text("You, {timeZone}", { timeZone })}</dt>
          <dd>{mine}</dd>
        </dl>
        <p className="mt-2 text-pretty text-tertiary">
          {text("{note} Gardener begins at a moment of its choice, at least 15 minutes before the end.", { note })}
        </p>
      </details>
    </>
  );
}
