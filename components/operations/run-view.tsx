import { CircleStop, Pause, Play, RotateCcw } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLiveDataStatus } from "#components/data/live/use-live-data-status.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import { countFailedClusters } from "#lib/act/bulk/advance-bulk-run.ts";
import { batchesOfBulkRun, currentBatchIndex } from "#lib/act/bulk/batches.ts";
import { bulkCountsLabel, bulkStatusLabel, describeBulkPause, describeStopRule } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import type { ScreenLiveness } from "#lib/fleet/liveness.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { canExecuteBulkRuns } from "./driven-runs.ts";
import { isBulkRunOver } from "./execute-run-until-over.ts";
import { RunBatches } from "./run-batches.tsx";
import type { RunDriver } from "./run-driver.ts";
import { RunTable } from "./run-table.tsx";

interface RunViewProps {
  readonly run: BulkRun;
  readonly driver: RunDriver | undefined;
}

/** Page content for a started bulk run: its progress, its controls, and the outcome on each cluster. */
export function RunView({ run, driver }: RunViewProps) {
  const status = bulkStatusLabel(run);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-xl leading-tight font-semibold max-sm:text-lg text-balance">
              {run.title}:{" "}
              {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: run.clusters.length })}
            </h1>
            <Tag hue={status.hue}>{status.words}</Tag>
          </div>
          <p className="mt-0.5 text-base text-secondary">
            {batchText(run)} {describeStopRule(run.stopRule)} <Started at={run.startedAt} />
          </p>
        </div>
        <Controls run={run} driver={driver} />
      </header>
      <Notices run={run} driver={driver} />
      <p role="status" className="text-base tabular-nums">
        {bulkCountsLabel(run)}
      </p>
      <RunBatches run={run} />
      <RunTable run={run} />
    </>
  );
}

function Started({ at }: { readonly at: number | undefined }) {
  if (at === undefined) return text("Started not yet.");
  return richText("Started <when></when>.", {
    when: () => <TimestampText at={new Date(at).toISOString()} form="relative" />,
  });
}

function batchText(run: BulkRun): string {
  const batches = batchesOfBulkRun(
    run.clusters.filter(({ phase }) => phase !== "excluded"),
    run.batches,
  ).length;
  const at = currentBatchIndex(run);
  return at < 0 || run.status === "stopped"
    ? text("{batches} batches.", { batches })
    : text("Batch {batch} of {batches}.", { batch: at + 1, batches: Math.max(batches, at + 1) });
}

function Controls({ run, driver }: RunViewProps) {
  const readOnly = useReadOnlyReason();
  const elsewhere = driver === undefined ? text("Another tab drives this run.") : undefined;
  const failures = countFailedClusters(run);
  const going = run.status === "running" || run.status === "paused";
  const act = (type: "pause" | "resume" | "stop" | "retry-failed") => () => driver?.dispatch({ type });
  return (
    <div className="flex flex-wrap gap-2">
      {run.status === "running" && (
        <Button disabledReason={elsewhere} onClick={act("pause")}>
          <Pause aria-hidden />
          {text("Pause")}
        </Button>
      )}
      {run.status === "paused" && (
        <Button variant="primary" disabledReason={elsewhere ?? readOnly} onClick={act("resume")}>
          <Play aria-hidden />
          {text("Resume")}
        </Button>
      )}
      {failures > 0 && (
        <Button disabledReason={elsewhere ?? readOnly} onClick={act("retry-failed")}>
          <RotateCcw aria-hidden />
          {text("Retry the {failures, number} failed", { failures })}
        </Button>
      )}
      {going && (
        <Button disabledReason={elsewhere} onClick={act("stop")}>
          <CircleStop aria-hidden />
          {text("Stop")}
        </Button>
      )}
      <ExportList
        list={{
          count: run.clusters.length,
          counted: (count) => text("{count, plural, one {# cluster} other {# clusters}}", { count }),
          make: async () => (await import("#lib/view/export/export-bulk-run.ts")).exportBulkRun(run, Date.now()),
        }}
      />
    </div>
  );
}

const notLive: Readonly<Record<Exclude<ScreenLiveness["state"], "live" | "partly">, Message>> = {
  loading: message("The list of clusters is not live: connecting"),
  waiting: message("The list of clusters is not live: waiting for the garden"),
  delayed: message("The list of clusters is not live: delayed"),
  offline: message("The list of clusters is not live: offline"),
  paused: message("The list of clusters is not live: paused"),
};

function Notices({ run, driver }: RunViewProps) {
  const now = useNow(1_000);
  const waits = run.status === "running" && run.waitUntil !== undefined ? run.waitUntil - now : 0;
  const paused = describeBulkPause(run);
  const live = useLiveDataStatus();
  return (
    <>
      {run.status === "running" && live.state !== "live" && live.state !== "partly" && (
        <Notice hue="caution" title={text(notLive[live.state])}>
          {text("Ends are not seen meanwhile, so no further batch begins.")}
        </Notice>
      )}
      {driver === undefined && !(canExecuteBulkRuns() && isBulkRunOver(run)) && (
        <Notice
          hue="info"
          title={
            canExecuteBulkRuns() ? text("Another tab drives this run") : text("This browser cannot drive runs here")
          }
        >
          {canExecuteBulkRuns()
            ? text("What you see follows it. When that tab is closed, this one takes over and waits for you to resume.")
            : text("The page was not opened over https, so nothing keeps two tabs from driving the same run.")}
        </Notice>
      )}
      {driver !== undefined && run.status === "paused" && (
        <Notice
          hue={run.pause?.reason === "failure" ? "negative" : run.pause?.reason === "person" ? "info" : "caution"}
          title={paused.title}
          live
        >
          {paused.text}
        </Notice>
      )}
      {waits > 0 && (
        <Notice
          hue="info"
          title={text("Waiting {seconds} s: the server asks for it", { seconds: Math.ceil(waits / 1_000) })}
        >
          {text("Too many requests. The run continues automatically.")}
        </Notice>
      )}
    </>
  );
}
