"use client";

import { FlaskConical } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { laneKey } from "#lib/forecast/lane-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import { comparedRows, forecastRows } from "#lib/view/ladder/forecast-rows.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { DryRunButton, DryRunVerdict, useDryRun, verdictTag } from "./dry-run.tsx";
import { HopTable } from "./hop-table.tsx";
import { LanePicker } from "./lane-picker.tsx";
import { chooseLane, type UpdatesAddress } from "./use-updates-address.ts";
import { useWhatIf } from "./use-what-if.ts";

const LadderFigure = lazyComponent(async () => (await import("./ladder-figure.tsx")).LadderFigure);
const WhatIfStrip = lazyComponent(async () => (await import("./what-if-strip.tsx")).WhatIfStrip);

interface ForeseenStepsProps {
  readonly cluster: ClusterRef;
  readonly data: ClusterForecast;
  readonly outlook: Outlook;
  readonly address: UpdatesAddress;
  readonly speech: Speech;
  /** When its lifetime ends, in epoch milliseconds. */
  readonly endsAt: number | undefined;
}

/** The ladder over its table, as things stand or with something tried out. */
export function ForeseenSteps({ cluster, data, outlook, address, speech, endsAt }: ForeseenStepsProps) {
  const { whatIf, lane: asked } = address;
  const { world, outcome } = useWhatIf(data, whatIf.changes);
  const dryRun = useDryRun(cluster);
  const after = outcome?.after.outcome === "foreseen" ? outcome.after : undefined;
  const keys = outlook.lanes.map(({ id }) => laneKey(id));
  const isKnown = asked === undefined || keys.includes(asked);
  const only = isKnown ? asked : undefined;
  const rows = useMemo(() => {
    const present = forecastRows(outlook, only);
    return after ? comparedRows(present, forecastRows(after, only)) : present;
  }, [outlook, after, only]);
  const [simulating, setSimulating] = useState(false);
  const isTried = whatIf.changes.length > 0 || whatIf.misread.length > 0;
  const now = parseInstant(data.snapshot.at) ?? 0;
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
            <Button size="sm" onClick={() => chooseLane(undefined)}>
              {text("Show all components")}
            </Button>
          }
        >
          {text("All components are shown.")}
        </Notice>
      )}
      <Suspense fallback={<Skeleton className="h-48 rounded-card" />}>
        <LadderFigure
          aside={
            <>
              <LanePicker lanes={outlook.lanes} only={only} />
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
        <DryRunVerdict dryRun={dryRun} speech={speech} />
        {rows.length === 0 ? (
          <p className="px-4 py-4 text-base text-pretty text-secondary">
            {text("No change is due before {date}.", { date: formatDate(horizonAt, speech.clock) })}
          </p>
        ) : (
          <HopTable rows={rows} speech={speech} verdictOf={(row) => verdictTag(dryRun, row)} />
        )}
      </Card>
    </>
  );
}
