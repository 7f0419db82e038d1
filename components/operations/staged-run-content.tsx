import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { OwnerName } from "#components/data/fleet-parts/owner-name.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { stagedRunsQuery } from "#components/data/queries/staged-run-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import type { ShownStagedRun } from "#lib/contract/staged/staged-runs.ts";
import { text } from "#lib/language/text.ts";
import { bulkRunOfStage } from "#lib/staged-runs/bulk-run-of-stage.ts";
import {
  describeGateCondition,
  describeStagedRun,
  describeStagedRunEvent,
  gateLabel,
  stageCountsLabel,
  stagedRunStatusLabels,
  stageLabel,
} from "#lib/staged-runs/staged-run-labels.ts";
import { stageDriversOfTab } from "./drive-stage.ts";
import { RunBatches } from "./run-batches.tsx";
import type { RunDriver } from "./run-driver.ts";
import { RunTable } from "./run-table.tsx";
import { StagedRunActs } from "./staged-run-acts.tsx";
import { StagedRunControls } from "./staged-run-controls.tsx";
import { useGateConditions } from "./use-gate-conditions.ts";

interface StagedRunProps {
  readonly id: string;
  readonly project: string;
}

/** Page of a run that a project keeps: its stages and gates, who did what, and the clusters of the current stage. */
export function StagedRunContent({ id, project }: StagedRunProps) {
  const query = useQuery({ ...stagedRunsQuery(project), refetchInterval: 5_000 });
  const shown = query.data?.runs.find(({ run }) => run.id === id);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <p className="text-sm text-tertiary">
        <Link href="/operations" className="rounded-tag hover:text-link hover:underline">
          {text("Operations")}
        </Link>
        <span aria-hidden> / </span>
        {text("Run in stages")}
      </p>
      {shown !== undefined && <StagedRunView shown={shown} />}
      {shown === undefined && query.isError && (
        <ReadFailureNotice title={text("The run could not be read")} of={query} />
      )}
      {shown === undefined && query.isPending && <Skeleton className="h-64 rounded-card" />}
      {shown === undefined && query.isSuccess && (
        <EmptyState heading="h1" icon={<SearchX />} title={text("Run not found")}>
          {text("The project {project} keeps no such run. Somebody has deleted it, or its form is not known here.", {
            project,
          })}
        </EmptyState>
      )}
    </div>
  );
}

function StagedRunView({ shown }: { readonly shown: ShownStagedRun }) {
  const { run, project, hidden } = shown;
  const now = useNow(1_000);
  const conditionsOf = useGateConditions();
  const conditions = hidden > 0 ? undefined : conditionsOf(run, now);
  const driver = useStateStore(stageDriversOfTab, (drivers) => drivers.get(run.id));
  const bulk = useDrivenStage(driver) ?? bulkRunOfStage(run, "");
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-xl leading-tight font-semibold text-balance max-sm:text-lg">{run.name}</h1>
            <Tag hue={run.status === "going" ? "info" : "neutral"}>{text(stagedRunStatusLabels[run.status])}</Tag>
          </div>
          <p role="status" className="mt-0.5 max-w-3xl text-base text-pretty wrap-anywhere text-secondary">
            {describeStagedRun(run, conditions, now, hidden)}
          </p>
        </div>
        <StagedRunControls shown={shown} conditions={conditions} driver={driver} now={now} />
      </header>
      {hidden > 0 && (
        <Notice hue="caution" title={text("You do not see the whole run")}>
          {text("{clusters, plural, one {# cluster is} other {# clusters are}} in projects that you do not see.", {
            clusters: hidden,
          })}
        </Notice>
      )}
      <Card id="stages" title={text("Stages and gates")} flush>
        <ol className="divide-y divide-hairline">
          {run.stages.map((stage, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place, and names repeat
            <li key={index} className="flex flex-col gap-1 px-4 py-3">
              <p className="text-base font-medium" aria-current={index === run.current ? "step" : undefined}>
                {text("Stage {stage, number}: {name}", { stage: index + 1, name: stageLabel(stage.name) })}
              </p>
              <p className="text-base tabular-nums text-secondary">{stageCountsLabel(run, index)}</p>
              {index > run.current + 1 && <p className="text-base text-secondary">{gateLabel(stage.gate)}</p>}
              {index === run.current + 1 && run.status === "going" && (
                <ul aria-label={text("Gate")} className="list-disc pl-5 text-base text-secondary">
                  {conditions?.map((condition) => (
                    <li key={condition.kind}>{describeGateCondition(condition, now)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </Card>
      <StagedRunActs clusters={run.clusters} />
      {bulk !== undefined && <RunBatches run={bulk} />}
      {bulk !== undefined && <RunTable run={bulk} />}
      <Card id="history" title={text("Who did what")} flush>
        <ol className="divide-y divide-hairline">
          {run.history.toReversed().map((event) => (
            <li key={`${event.at} ${event.what}`} className="flex flex-wrap gap-x-2 px-4 py-2 text-base">
              <span className="font-medium wrap-anywhere">
                <OwnerName owner={event.by} />
              </span>
              <span>{describeStagedRunEvent(event)}</span>
              <span className="text-secondary">
                <TimestampText at={event.at} form="relative" />
              </span>
            </li>
          ))}
        </ol>
        <p className="px-4 py-3 text-sm text-pretty text-secondary">
          {text(
            "The ConfigMap almanac-runs of the project {project} keeps this. Whoever can write ConfigMaps there can also change it without Almanac.",
            { project },
          )}
        </p>
      </Card>
    </>
  );
}

function useDrivenStage(driver: RunDriver | undefined): BulkRun | undefined {
  const subscribe = useCallback((listener: () => void) => driver?.subscribe(listener) ?? (() => undefined), [driver]);
  return useSyncExternalStore(
    subscribe,
    () => driver?.run(),
    () => undefined,
  );
}
