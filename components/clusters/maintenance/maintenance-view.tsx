"use client";

import { Suspense } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { TextList } from "#components/ui/text-list.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { nextWindowOfRow, type RowWindow } from "#lib/fleet/fields/next-window-of-row.ts";
import type { HibernationSchedule, LastMaintenance as Maintenance } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { neverMatchingSchedules } from "#lib/policy/hibernation/scheduled-times.ts";
import { explainMaintenance } from "#lib/view/maintenance/explain-maintenance.ts";
import { maintainNowAct } from "#lib/view/maintenance/maintenance-acts.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import { findOperationBlocker } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import { ClusterPageSkeleton } from "../overview/cluster-frame.tsx";
import { LastMaintenanceStatus } from "../overview/maintenance-card.tsx";
import { MaintenanceWindowCard } from "../overview/maintenance-window-card.tsx";
import { type Cluster, useCluster } from "../use-cluster.ts";
import { useForecast } from "../use-forecast.ts";
import { AutomaticUpdatesCard } from "./automatic-updates-card.tsx";
import { HibernationCard } from "./hibernation-card.tsx";
import { MaintenanceWindowEditor } from "./maintenance-window-editor.tsx";
import { ScheduledOperationsCard } from "./scheduled-operations-card.tsx";

/** Page on a cluster's maintenance and hibernation: times, automatic changes, and scheduled operations. */
export function MaintenanceView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, live, error } = useCluster(ref);
  const foreseen = useForecast(ref, cluster?.row ?? live);
  const now = useNow(30_000);
  const window = nextWindowOfRow(cluster?.row.window, now);
  const clock = useDisplayClock(window?.offsetMinutes);
  if (!cluster) return error ? null : <ClusterPageSkeleton />;
  return (
    <>
      {cluster.row.deletionRequestedAt !== undefined && <BeingDeleted cluster={ref} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <MaintenanceWindowEditor cluster={cluster} />
          <AutomaticUpdatesCard cluster={cluster} />
          <ScheduledOperationsCard cluster={cluster} nextWindow={windowLabel(window, clock)} />
          <HibernationCard cluster={cluster} />
          <SchedulesCard cluster={cluster} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <MaintenanceWindowCard cluster={cluster} foreseen={foreseen} />
          <MaintainNow cluster={cluster} now={now} />
          <LastMaintenanceStatus shoot={cluster.shoot}>{(last) => <Explained last={last} />}</LastMaintenanceStatus>
        </div>
      </div>
    </>
  );
}

function windowLabel(window: RowWindow | undefined, clock: DisplayClock): string {
  if (!window) return text("In the next maintenance run, at any time of the day.");
  const span = formatSpan(window, clock);
  return window.open
    ? text("In the window that is open, or the next: {window}", { window: span })
    : text("In the window {window}", { window: span });
}

function MaintainNow({ cluster, now }: { readonly cluster: Cluster; readonly now: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-hairline px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 text-sm text-pretty text-secondary">
        {text("Run maintenance now instead of waiting.")}
      </p>
      <ActButton
        cluster={cluster.row}
        act={maintainNowAct}
        label={text("Maintain now")}
        disabledReason={findShootWriteBlocker(cluster) ?? findOperationBlocker(cluster, { id: "maintain" }, now)}
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

/** Explains the result of the last maintenance: what was changed, what failed, and why. */
function Explained({ last }: { readonly last: Maintenance }) {
  const { meaning, done, failures } = explainMaintenance(last);
  return (
    <>
      <p className="mt-2 text-pretty">{meaning}</p>
      <Entries title={text("What it did or tried")} entries={done} className="text-secondary" />
      <Entries title={text("Why it failed")} entries={failures} className="text-negative-text" />
    </>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly string[];
  readonly className: string;
}

function Entries({ title, entries, className }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="font-semibold">{title}</h3>
      <TextList items={entries} className={`mt-1 list-disc pl-4 break-words ${className}`} />
    </div>
  );
}

/** Loaded on demand, because the library that describes cron expressions is large. */
const HibernationSchedulesEditor = lazyComponent(
  async () => (await import("./hibernation-schedules-editor.tsx")).HibernationSchedulesEditor,
);

function SchedulesCard({ cluster }: { readonly cluster: Cluster }) {
  return (
    <Card id="schedules" title={text("Hibernation schedules")}>
      <NeverComing schedules={cluster.shoot.spec.hibernation?.schedules} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <HibernationSchedulesEditor cluster={cluster} />
      </Suspense>
    </Card>
  );
}

/** Warning about a hibernation schedule whose time never comes, which makes Gardener ignore all other schedules. */
function NeverComing({ schedules }: { readonly schedules: readonly HibernationSchedule[] | null | undefined }) {
  const now = useNow(60_000);
  const [expression] = now > 0 ? neverMatchingSchedules(schedules, now) : [];
  if (expression === undefined) return null;
  return (
    <div className="mb-4">
      <Notice hue="negative" title={text("No schedule of this cluster works")}>
        {text(
          "{expression} never comes, and Gardener's controller hangs on it: schedules of other clusters may not run either. The owner removes it; then the operator restarts gardener-controller-manager.",
          { expression },
        )}
      </Notice>
    </div>
  );
}
