"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { useClock } from "#components/data/address/use-clock.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { type RowWindow, rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import { maintainNow } from "#lib/view/maintenance/maintenance-acts.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import { clusterPath } from "../cluster-path.ts";
import { operationRefusal } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import { BlocksSkeleton } from "../overview/cluster-frame.tsx";
import { WindowCard } from "../overview/window-card.tsx";
import { type Cluster, useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { AutomaticCard } from "./automatic-card.tsx";
import { HibernationCard } from "./hibernation-card.tsx";
import { LastMaintenanceCard } from "./last-maintenance-card.tsx";
import { ScheduledCard } from "./scheduled-card.tsx";
import { SchedulesCard } from "./schedules-card.tsx";
import { WindowEditor } from "./window-editor.tsx";

/** When a cluster is maintained and sleeps, what then happens by itself, and what somebody plans for it. */
export function MaintenanceView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live, error } = useCluster(ref);
  const foreseen = useForecast(ref, cluster?.row ?? live);
  const now = useNow(30_000);
  const window = rowWindow(cluster?.row.window, now);
  const clock = useClock(window?.offsetMinutes);
  if (!cluster) return error ? null : <BlocksSkeleton />;
  return (
    <>
      {cluster.row.deletionRequestedAt !== undefined && <BeingDeleted cluster={ref} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <WindowEditor cluster={cluster} />
          <AutomaticCard cluster={cluster} />
          <ScheduledCard cluster={cluster} nextWindow={windowWords(window, (each) => formatSpan(each, clock))} />
          <HibernationCard cluster={cluster} />
          <SchedulesCard cluster={cluster} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <WindowCard cluster={cluster} foreseen={foreseen} />
          <MaintainNow cluster={cluster} now={now} />
          <LastMaintenanceCard shoot={cluster.shoot} />
        </div>
      </div>
    </>
  );
}

function windowWords(window: RowWindow | undefined, format: (window: RowWindow) => string): string {
  if (!window) return text("In the next maintenance run, at any time of the day.");
  return window.open
    ? text("In the window that is open, or the next: {window}", { window: format(window) })
    : text("In the window {window}", { window: format(window) });
}

function MaintainNow({ cluster, now }: { readonly cluster: Cluster; readonly now: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-hairline px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 text-sm text-pretty text-secondary">
        {text("Run maintenance now instead of waiting.")}
      </p>
      <ActButton
        cluster={cluster.row}
        act={maintainNow}
        label={text("Maintain now")}
        disabledReason={objectRefusal(cluster) ?? operationRefusal(cluster, { id: "maintain" }, now)}
      />
    </div>
  );
}

function BeingDeleted({ cluster }: { readonly cluster: ClusterRef }) {
  return (
    <div className="mb-4">
      <Notice
        hue="caution"
        title={text("This cluster is being deleted")}
        action={
          <Link href={`${clusterPath(cluster)}/deletion`} className="text-sm font-medium text-link hover:underline">
            {text("View deletion")}
          </Link>
        }
      >
        {text("No further maintenance runs, and the specification cannot be changed.")}
      </Notice>
    </div>
  );
}
