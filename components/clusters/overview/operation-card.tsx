"use client";

import { clsx } from "clsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { Instant } from "#components/data/shown/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { stepsOf } from "#lib/act/follow/operation-steps.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { type LastOperationReading, readLastOperation } from "#lib/policy/status/last-operation.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { Cluster } from "../use-cluster.ts";

/** What gardenlet does or last did, with its own words for the steps. */
export function OperationCard({ cluster: { shoot } }: { readonly cluster: Cluster }) {
  const last = readLastOperation(shoot.status?.lastOperation);
  return (
    <Card id="last-operation" title={text("Last operation")} aside={<OperationAge reading={last} />}>
      {last.meaning === "never-reconciled" ? (
        <p className="text-base text-secondary">{text("Gardener has reported no operation for this cluster yet.")}</p>
      ) : (
        <OperationState reading={last} shoot={shoot} />
      )}
    </Card>
  );
}

function OperationAge({ reading }: { readonly reading: LastOperationReading }) {
  if (reading.meaning === "never-reconciled") return null;
  return (
    <span className="text-sm text-tertiary">
      <Instant at={reading.updatedAt} form="relative" />
    </span>
  );
}

function OperationState({ reading, shoot }: { readonly reading: LastOperationReading; readonly shoot: Shoot }) {
  const { meaning, progress } = reading;
  const bad = meaning === "retrying" || meaning === "stopped";
  const running = meaning === "running";
  const steps = stepsOf(reading);
  return (
    <>
      <p className="text-base">
        <span className="font-medium">{reading.type ?? reading.unknownType ?? text("Operation of unknown type")}</span>{" "}
        <span className={clsx(bad ? "font-medium text-negative-text" : "text-secondary")}>{stateWords(reading)}</span>
      </p>
      {(running || bad) && progress !== undefined && (
        <div className="mt-2 flex items-center gap-3">
          <ProgressBar
            label={text("Progress of the last operation")}
            value={progress}
            hue={bad ? "negative" : "info"}
            className="flex-1"
          />
          <span className="w-12 text-right text-sm font-medium tabular-nums">{progress} %</span>
        </div>
      )}
      {steps.length > 1 ? (
        <ul className="mt-3 flex flex-col gap-1 text-sm text-secondary">
          {steps.map((step) => (
            <li key={step} className="flex gap-2">
              <span aria-hidden className="mt-1.5 size-1.5 shrink-0 rounded-full bg-info-solid" />
              {step}
            </li>
          ))}
        </ul>
      ) : (
        reading.description !== undefined && (
          <p className="mt-2 text-sm break-words text-secondary">{reading.description}</p>
        )
      )}
      {meaning === "retrying" && <RetryHorizon shoot={shoot} />}
    </>
  );
}

/** Gardener's default; an installation may be configured otherwise. */
const retryHours = 12;

function RetryHorizon({ shoot }: { readonly shoot: Shoot }) {
  const clock = useClock();
  const startedAt = parseInstant(shoot.status?.retryCycleStartTime);
  if (startedAt === undefined) return null;
  return (
    <p className="mt-3 text-sm text-pretty text-secondary">
      {richText(
        "Gardener keeps retrying until about <at>{time}</at> ({hours} hours after the first attempt by default). After that it is Failed and needs Retry.",
        {
          at: (content) => <span className="text-ink">{content}</span>,
          time: formatDateTime(startedAt + retryHours * 3_600_000, clock),
          hours: retryHours,
        },
      )}
    </p>
  );
}

function stateWords({ meaning, state, unknownState, progress }: LastOperationReading): string {
  switch (meaning) {
    case "running":
      return progress === undefined ? text("is running") : text("is running, {progress} %", { progress });
    case "finished":
      return text("succeeded");
    case "retrying":
      return text("Failed, retrying", {}, "predicate");
    case "stopped":
      return text("Failed. Gardener will not retry automatically.");
    case "aborted":
      return text("was interrupted by a restart of Gardener");
    case "not-scheduled":
      return text("waits for a seed");
    case "skipped":
      return text("is held back");
    default:
      return text("is in a state that this build does not know: {state}", {
        state: unknownState ?? state ?? text("none given"),
      });
  }
}
