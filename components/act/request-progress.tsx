import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { dismissActRequestResult, useLatestActRequest } from "#components/data/storage/request-journal.ts";
import { Button } from "#components/ui/button.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ActProgress, isActInProgress, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressLabel } from "#lib/act/follow/progress-labels.ts";
import { type ProgressStep, progressStepsOf } from "#lib/act/follow/progress-steps.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { RequestErrorNotice } from "./request-error-notice.tsx";
import { StateBeforeChangeLink } from "./state-before-change-link.tsx";

/** Progress of a cluster's latest action sent from this tab. A step is ticked only after it was observed. */
export function RequestProgress({ row }: { readonly row: FleetRow }) {
  const request = useLatestActRequest(row.uid);
  const now = useNow(1_000);
  if (!request) return null;
  const progress = operationProgress(request, row, now);
  // The dialog has reported the refusal already.
  if (progress.step === "refused") return null;
  const note = noteOf(progress);
  return (
    <section aria-label={text("Your request")} className="border-t border-hairline py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-sm font-medium">
          {request.title}: {progressLabel(progress)}
        </p>
        {progress.step !== "uncertain" && (
          <ol className="flex flex-wrap gap-1 text-xs">
            {progressStepsOf(request, progress).map((stop) => (
              <Stop key={stop.words} stop={stop} />
            ))}
          </ol>
        )}
        <span className="text-sm">
          <StateBeforeChangeLink entry={request} />
        </span>
        {!isActInProgress(progress) && (
          <Button
            variant="ghost"
            size="iconSm"
            className="ml-auto"
            aria-label={text("Dismiss {title}", { title: request.title })}
            onClick={() => dismissActRequestResult(request.id)}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {progress.step === "uncertain" && (
        <div className="mt-1">
          <RequestErrorNotice fault={progress.fault} cluster={`${row.project}/${row.name}`} />
        </div>
      )}
      {note !== undefined && <p className="mt-1 text-sm text-pretty text-secondary">{note}</p>}
    </section>
  );
}

function noteOf(progress: ActProgress): ReactNode {
  switch (progress.step) {
    case "scheduled":
    case "waiting": {
      const { fromMs } = progress;
      if (fromMs === undefined) return text("When the next window begins is not known.");
      return richText("The window begins <when></when>.", { when: () => <TimestampText at={formatInstant(fromMs)} /> });
    }
    case "held":
      return describeReason(progress.reason);
    case "no-result":
      return text(
        "The garden accepted the request, but nothing has been reported since. Gardener may be busy or paused for this cluster.",
      );
    default:
      return undefined;
  }
}

function Stop({ stop: { words, state } }: { readonly stop: ProgressStep }) {
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={clsx(
        "flex items-center gap-1.5 rounded-control border px-2 py-0.5",
        state === "done" && "border-transparent text-secondary",
        state === "current" && "border-info-border bg-info-tint font-medium text-info-text",
        state === "failed" && "border-negative-border bg-negative-tint font-medium text-negative-text",
        state === "good" && "border-positive-border bg-positive-tint font-medium text-positive-text",
        state === "ahead" && "border-dashed border-hairline text-tertiary",
      )}
    >
      {(state === "done" || state === "good") && <Check aria-hidden className="size-3" />}
      {words}
      {state === "done" && <span className="sr-only">, {text("done")}</span>}
    </li>
  );
}
