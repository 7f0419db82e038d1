"use client";

import { clsx } from "clsx";
import { RotateCw } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { useLatestRequest } from "#components/data/kept/request-journal.ts";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { isUnderWay, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressWords } from "#lib/act/follow/progress-words.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { formatDuration } from "#lib/words/format-time.ts";

/** Whose turn it is to mend what failed. */
const fixerWords: Readonly<Record<NonNullable<FleetRow["fixer"]>, string>> = {
  user: "yours",
  provider: "provider's",
  operator: "operator's",
  gardener: "Gardener's",
};

const retry = { kind: "operation", id: "retry", when: "now" } as const;

/** Verb, state, how far and since when; a failed operation can be retried where it is read. */
export function OperationCell({ row }: { readonly row: FleetRow }) {
  const now = useNow(10_000);
  const request = useLatestRequest(row.uid);
  const progress = request && operationProgress(request, row, now);
  if (progress && isUnderWay(progress) && progress.step !== "running")
    return <span className="truncate font-medium text-info-text">{progressWords(progress)}</span>;
  const last = row.lastOperation;
  if (last === undefined) return <span className="text-tertiary">none yet</span>;
  const running = last.state === "Processing" || last.state === "Pending";
  const failed = last.state === "Failed";
  const at = parseInstant(last.updatedAt);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <span className="min-w-0 truncate">
        <span>{last.type ?? "Operation"}</span>{" "}
        <span className={clsx(failed || last.state === "Error" ? "font-medium text-negative-text" : "text-secondary")}>
          {running && last.progress !== undefined
            ? `${last.progress} %`
            : (last.state ?? "state not said").toLowerCase()}
        </span>
        {at !== undefined && !running && <span className="text-tertiary"> · {formatDuration(now - at)}</span>}
        {row.fixer !== undefined && (failed || last.state === "Error") && (
          <span className="text-tertiary"> · {fixerWords[row.fixer]}</span>
        )}
      </span>
      {running && (
        <ProgressBar
          label={`${last.type ?? "Operation"} of ${row.name}`}
          value={last.progress}
          className="w-14 shrink-0"
        />
      )}
      {failed && (
        <ActButton
          inGrid
          size="xs"
          cluster={row}
          act={retry}
          label="Retry"
          icon={<RotateCw aria-hidden />}
          aria-label={`Retry ${row.name}`}
        />
      )}
    </span>
  );
}
