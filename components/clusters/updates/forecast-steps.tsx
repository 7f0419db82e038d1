"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { clusterForecastQuery, dryRunNextMaintenance } from "#components/data/queries/cluster-forecast-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { freezesQuery, knownFreezesOf } from "#components/data/queries/freeze-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { profileNamesOf } from "#lib/announcements/concerned.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { ShootWithProfile, WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import { failedMaintenanceNote } from "#lib/view/forecast/failed-maintenance-note.ts";
import { isRowOfStep } from "#lib/view/readiness/is-row-of-step.ts";
import { compareForecastRows, type ForecastRow, forecastRows } from "#lib/view/upcoming-versions/forecast-rows.ts";
import { readShootWithProfile } from "#lib/view/upcoming-versions/read-shoot-with-profile.ts";
import type { whatIfOutcomeOf } from "#lib/view/upcoming-versions/what-if-outcome-of.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { StepTable } from "./step-table.tsx";
import { selectVersionedComponent, type UpdatesAddress, versionedComponentInAddress } from "./use-updates-address.ts";

const LadderFigure = lazyComponent(async () => (await import("./upcoming-versions-chart.tsx")).UpcomingVersionsChart);
const ReadinessTag = lazyComponent(async () => (await import("./readiness/readiness-tag.tsx")).ReadinessTag);
const WhatIfStrip = lazyComponent(async () => (await import("./what-if-strip.tsx")).WhatIfStrip);
// Loaded only for projects with freeze periods.
const StepFreezesNotice = lazyComponent(async () => (await import("./step-freezes.tsx")).StepFreezesNotice);
const StepFreezeTag = lazyComponent(async () => (await import("./step-freezes.tsx")).StepFreezeTag);

interface ForecastStepsProps {
  readonly cluster: ClusterRef;
  readonly row: FleetRow | undefined;
  readonly data: ClusterForecast;
  readonly outlook: ForecastVariant;
  /** Readiness for the next minor version, once it is known. */
  readonly readiness: Readiness | undefined;
  readonly address: UpdatesAddress;
  readonly speech: TimeContext;
  /** Time at which the cluster's lifetime ends, in epoch milliseconds. */
  readonly endsAt: number | undefined;
}

/** Chart and table of the forecast version changes, or of a simulation. */
export function ForecastSteps({
  cluster,
  row: fleetRow,
  data,
  outlook,
  readiness,
  address,
  speech,
  endsAt,
}: ForecastStepsProps) {
  const { whatIf, lane: asked } = address;
  const { world, outcome } = useWhatIf(data, whatIf.changes);
  const dryRun = useDryRun(cluster);
  const frozen = useFreezesWithShoot(cluster.project, world);
  const after = outcome?.after.outcome === "foreseen" ? outcome.after : undefined;
  const keys = outlook.lanes.map(({ id }) => formatVersionedComponent(id));
  const isKnown = asked === undefined || keys.includes(asked);
  const only = isKnown ? asked : undefined;
  const rows = useMemo(() => {
    const present = forecastRows(outlook, only);
    return after ? compareForecastRows(present, forecastRows(after, only)) : present;
  }, [outlook, after, only]);
  const [simulating, setSimulating] = useState(false);
  const isTried = whatIf.changes.length > 0 || whatIf.misread.length > 0;
  const now = parseInstant(data.snapshot.at) ?? 0;
  const firstStep = rows.find(({ kind, change }) => kind === "hop" && change !== "gone");
  const failure = fleetRow && firstStep && failedMaintenanceNote(fleetRow, firstStep.at, speech);
  const horizonAt = Math.min(parseInstant(data.snapshot.horizon) ?? now, endsAt ?? Number.POSITIVE_INFINITY);
  return (
    <>
      {world && (simulating || isTried) && (
        <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
          <WhatIfStrip
            world={world}
            whatIf={whatIf}
            refused={outcome?.refused ?? []}
            matters={outcome && rows.some(({ change }) => change !== "same")}
          />
        </Suspense>
      )}
      {!isKnown && (
        <Notice
          hue="caution"
          title={text('This cluster has no component "{asked}"', { asked })}
          action={
            <Button size="sm" onClick={() => selectVersionedComponent(undefined)}>
              {text("Show all components")}
            </Button>
          }
        >
          {text("All components are shown.")}
        </Notice>
      )}
      {failure !== undefined && (
        <Notice hue="caution" title={text("Last maintenance failed")}>
          {failure}
        </Notice>
      )}
      {frozen && (
        <Suspense>
          <StepFreezesNotice rows={rows} speech={speech} {...frozen} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-48 rounded-card" />}>
        <LadderFigure
          aside={
            <>
              <ComponentPicker lanes={outlook.lanes} only={only} />
              {world && (
                <Button size="sm" aria-expanded={simulating || isTried} onClick={() => setSimulating(!simulating)}>
                  <FlaskConical aria-hidden />
                  {text("Simulate…")}
                </Button>
              )}
            </>
          }
          outlook={after ?? outlook}
          rows={rows}
          profile={outcome?.world.profile ?? world?.profile}
          only={only}
          now={now}
          horizonAt={horizonAt}
          speech={speech}
        />
      </Suspense>
      <Card id="hops" title={text("Steps")} aside={<DryRunButton dryRun={dryRun} />} flush>
        <DryRunOutcome dryRun={dryRun} speech={speech} />
        {rows.length === 0 ? (
          <p className="px-4 py-4 text-base text-pretty text-secondary">
            {text("No change is due before {date}.", { date: formatDate(horizonAt, speech.clock) })}
          </p>
        ) : (
          <StepTable
            rows={rows}
            speech={speech}
            profiles={fleetRow && profileNamesOf(fleetRow)}
            verdictOf={(row) => (
              <>
                {dryRunTag(dryRun, row)}
                {readiness && isRowOfStep(row, readiness.step) && (
                  <Suspense>
                    <ReadinessTag result={readiness.result} />
                  </Suspense>
                )}
                {frozen && (
                  <Suspense>
                    <StepFreezeTag row={row} speech={speech} {...frozen} />
                  </Suspense>
                )}
              </>
            )}
          />
        )}
      </Card>
    </>
  );
}

/** Freeze periods of the project with the cluster; undefined if there are none, or if nothing is known of them yet. */
function useFreezesWithShoot(project: string, world: ShootWithProfile | undefined) {
  const freezes = knownFreezesOf(project, useQuery(freezesQuery(project)));
  if (freezes === undefined || world === undefined) return undefined;
  const isEmpty = freezes.projects.every((each) => each.freezes.length + each.unshown === 0 && !each.unavailable);
  return isEmpty && freezes.forbidden.length === 0 ? undefined : { freezes, shoot: world.shoot };
}

interface ComponentPickerProps {
  readonly lanes: readonly ComponentForecast[];
  readonly only: string | undefined;
}

/** Select for one component of the forecast, or all. The key `l` switches to the next component. */
function ComponentPicker({ lanes, only }: ComponentPickerProps) {
  const keys = lanes.map((lane) => formatVersionedComponent(lane.id));
  useShortcut("l", () => selectVersionedComponent(keys[keys.indexOf(versionedComponentInAddress() ?? "") + 1]));
  return (
    <div className="flex flex-wrap items-center gap-2" data-print="hidden">
      <InlineSelect
        label={text("Component")}
        value={only ?? ""}
        options={[
          { value: "", label: text("All components") },
          ...lanes.map(({ id }) => ({ value: formatVersionedComponent(id), label: versionedComponentLabel(id) })),
        ]}
        onChange={(value) => selectVersionedComponent(value || undefined)}
      />
    </div>
  );
}

/** Computes the forecast with simulated changes in the browser; loads the code of the rules only for a simulation. */
function useWhatIf(data: ClusterForecast, changes: readonly WhatIfChange[]) {
  const [engine, setEngine] = useState<typeof whatIfOutcomeOf>();
  const asked = changes.length > 0;
  useEffect(() => {
    if (!asked) return;
    void import("#lib/view/upcoming-versions/what-if-outcome-of.ts").then(({ whatIfOutcomeOf }) =>
      setEngine(() => whatIfOutcomeOf),
    );
  }, [asked]);
  const world = useMemo(() => readShootWithProfile(data.world), [data.world]);
  const outcome = useMemo(() => {
    if (!engine || !world || changes.length === 0) return undefined;
    const now = parseInstant(data.snapshot.at) ?? 0;
    return engine(world, changes, { now, horizon: parseInstant(data.snapshot.horizon) ?? now, garden: data.world });
  }, [engine, data, world, changes]);
  return { world, outcome };
}

// Loaded only after a dry run.
const DryRunResult = lazyComponent(async () => (await import("./dry-run-result.tsx")).DryRunResult);

/** Mutation that dry-runs the next maintenance; reads the Shoot first, so that the result is about its latest state. */
function useDryRun(cluster: ClusterRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { snapshot } = await client.fetchQuery({ ...clusterForecastQuery(cluster), staleTime: 0 });
      return dryRunNextMaintenance(cluster, snapshot);
    },
  });
}

type DryRun = ReturnType<typeof useDryRun>;

function DryRunButton({ dryRun }: { readonly dryRun: DryRun }) {
  const reason = dryRun.isPending ? text("Asking the API server…") : undefined;
  return (
    <Button size="sm" disabledReason={reason} onClick={() => dryRun.mutate()}>
      <FlaskConical aria-hidden />
      {dryRun.isSuccess ? text("Check again") : text("Dry run of the next step")}
    </Button>
  );
}

/** Returns the tag for a step of the forecast that the dry run has tried; null for other steps. */
function dryRunTag({ data }: DryRun, row: ForecastRow) {
  if (data === undefined || data.verdict === "nothing-to-try" || row.kind !== "hop") return null;
  const { lane, hop } = row;
  const wasTried = data.steps.some(
    (step) =>
      formatVersionedComponent(step.lane) === formatVersionedComponent(lane) &&
      step.from === hop.from &&
      step.to === hop.to,
  );
  if (!wasTried) return null;
  const accepted = data.verdict === "accepted";
  return (
    <span className="mt-1.5 block">
      <Tag hue={accepted ? "positive" : "negative"}>{accepted ? text("accepted today") : text("refused today")}</Tag>
    </span>
  );
}

/** Result of the dry run, with the API server's own message if the API server refused it. */
function DryRunOutcome({ dryRun, speech }: { readonly dryRun: DryRun; readonly speech: TimeContext }) {
  const { data, error } = dryRun;
  return (
    <div aria-live="polite" className="empty:hidden">
      {error !== null && !dryRun.isPending && (
        <div className="border-b border-hairline p-4">
          <Notice hue="caution" title={text("The dry run could not be made")}>
            {requestErrorOf(error).detail}
          </Notice>
        </div>
      )}
      {data !== undefined && error === null && (
        <div className="border-b border-hairline p-4">
          <Suspense>
            <DryRunResult data={data} speech={speech} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
