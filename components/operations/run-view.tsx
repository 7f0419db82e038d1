"use client";

import { CircleStop, Pause, Play, RotateCcw } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { useLiveness } from "#components/data/live/use-liveness.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Instant } from "#components/data/shown/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import { failuresOf } from "#lib/act/bulk/advance-run.ts";
import { batchesOf, currentBatch } from "#lib/act/bulk/batches.ts";
import { type BulkRun, hasEnded } from "#lib/act/bulk/bulk-run.ts";
import { countWords, pauseWords, statusWords, stopRuleWords } from "#lib/act/bulk/bulk-words.ts";
import { livenessWords } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { isOver } from "./attend-run.ts";
import { canDrive } from "./driven-runs.ts";
import type { RunDriver } from "./run-driver.ts";
import { RunTable } from "./run-table.tsx";

interface RunViewProps {
  readonly run: BulkRun;
  readonly driver: RunDriver | undefined;
}

/** The course of a run: how far it is, what can be done about it, and what became of each cluster. */
export function RunView({ run, driver }: RunViewProps) {
  const status = statusWords(run);
  const asked = run.clusters.filter(({ phase }) => phase !== "excluded");
  const ended = asked.filter(hasEnded).length;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-xl leading-tight font-semibold max-sm:text-lg text-balance">
              {run.title}: {countOf(run.clusters.length, "cluster")}
            </h1>
            <Tag hue={status.hue}>{status.words}</Tag>
          </div>
          <p className="mt-0.5 text-base text-secondary">
            {batchText(run)} Stops {stopRuleWords(run.stopRule)}. Started{" "}
            {run.startedAt === undefined ? (
              "not yet"
            ) : (
              <Instant at={new Date(run.startedAt).toISOString()} form="relative" />
            )}
            .
          </p>
        </div>
        <Controls run={run} driver={driver} />
      </header>
      <Notices run={run} driver={driver} />
      <div className="flex flex-col gap-1.5">
        <p role="status" className="text-base tabular-nums">
          {countWords(run)}
        </p>
        <ProgressBar
          label="Clusters that have come to an end"
          value={asked.length === 0 ? 100 : Math.round((ended * 100) / asked.length)}
          hue={failuresOf(run) > 0 ? "negative" : run.status === "finished" ? "positive" : "info"}
        />
      </div>
      <RunTable run={run} />
    </>
  );
}

function batchText(run: BulkRun): string {
  const batches = batchesOf(run.clusters.filter(({ phase }) => phase !== "excluded").length, run.batches).length;
  const at = currentBatch(run);
  return at < 0 || run.status === "stopped"
    ? `${batches} batches.`
    : `Batch ${at + 1} of ${Math.max(batches, at + 1)}.`;
}

function Controls({ run, driver }: RunViewProps) {
  const readOnly = useReadOnlyReason();
  const elsewhere = driver === undefined ? "Another tab drives this run." : undefined;
  const failures = failuresOf(run);
  const going = run.status === "running" || run.status === "paused";
  const act = (type: "pause" | "resume" | "stop" | "retry-failed") => () => driver?.dispatch({ type });
  return (
    <div className="flex flex-wrap gap-2">
      {run.status === "running" && (
        <Button disabledReason={elsewhere} onClick={act("pause")}>
          <Pause aria-hidden />
          Pause
        </Button>
      )}
      {run.status === "paused" && (
        <Button variant="primary" disabledReason={elsewhere ?? readOnly} onClick={act("resume")}>
          <Play aria-hidden />
          Resume
        </Button>
      )}
      {failures > 0 && (
        <Button disabledReason={elsewhere ?? readOnly} onClick={act("retry-failed")}>
          <RotateCcw aria-hidden />
          Retry the {formatNumber(failures)} failed
        </Button>
      )}
      {going && (
        <Button disabledReason={elsewhere} onClick={act("stop")}>
          <CircleStop aria-hidden />
          Stop
        </Button>
      )}
      <ExportList
        list={{
          count: run.clusters.length,
          noun: ["cluster", "clusters"],
          make: async () => (await import("#lib/view/export/run-files.ts")).runFiles(run, Date.now()),
        }}
      />
    </div>
  );
}

function Notices({ run, driver }: RunViewProps) {
  const now = useNow(1_000);
  const waits = run.status === "running" && run.waitUntil !== undefined ? run.waitUntil - now : 0;
  const paused = pauseWords(run);
  const live = useLiveness();
  return (
    <>
      {run.status === "running" && live.state !== "live" && live.state !== "partly" && (
        <Notice
          hue="caution"
          title={`The list of clusters is not live: ${text(livenessWords[live.state]).toLowerCase()}`}
        >
          Ends are not seen meanwhile, so no further batch begins.
        </Notice>
      )}
      {driver === undefined && !(canDrive() && isOver(run)) && (
        <Notice hue="info" title={canDrive() ? "Another tab drives this run" : "This browser cannot drive runs here"}>
          {canDrive()
            ? "What you see follows it. When that tab is closed, this one takes over and waits for you to resume."
            : "The page was not opened over https, so nothing keeps two tabs from driving the same run."}
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
        <Notice hue="info" title={`Waiting ${Math.ceil(waits / 1_000)} s: the server asks for it`}>
          Too many requests. The run continues automatically.
        </Notice>
      )}
    </>
  );
}
