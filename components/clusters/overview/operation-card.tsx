"use client";

import { clsx } from "clsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { ProgressBarWithNumber } from "#components/ui/progress-bar.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { concurrentTasksOf } from "#lib/act/follow/operation-steps.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { diagnoseCurrentState, readDiagnosisInput } from "#lib/policy/next/diagnose-shoot.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { type ParsedLastOperation, readLastOperation } from "#lib/policy/status/last-operation.ts";
import { operationProgressLabel } from "#lib/view/cluster/operation-progress-label.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { Cluster } from "../use-cluster.ts";

interface OperationCardProps {
  readonly cluster: Cluster;
  /** Whether the card is on the overview, which shows successes in its time line and errors in a separate card. */
  readonly onOverview?: boolean;
}

/** Card of gardenlet's current or last operation on the Shoot, with the steps as gardenlet reports them. */
export function OperationCard({ cluster, onOverview = false }: OperationCardProps) {
  const last = readLastOperation(cluster.shoot.status?.lastOperation);
  if (onOverview && last.meaning === "finished") return null;
  return (
    <Card
      id="last-operation"
      title={text("Last operation")}
      aside={
        last.meaning !== "never-reconciled" && (
          <span className="text-sm text-tertiary">
            <TimestampText at={last.updatedAt} form="relative" />
          </span>
        )
      }
    >
      {last.meaning === "never-reconciled" ? (
        <p className="text-base text-secondary">{text("Gardener has reported no operation for this cluster yet.")}</p>
      ) : (
        <OperationState reading={last} cluster={cluster} onOverview={onOverview} />
      )}
    </Card>
  );
}

interface OperationStateProps extends Required<OperationCardProps> {
  readonly reading: ParsedLastOperation;
}

function OperationState({ reading, cluster: { shoot, row, detail }, onOverview }: OperationStateProps) {
  const { subject } = diagnoseCurrentState(readDiagnosisInput(shoot, detail.view, useNow(60_000)));
  const { meaning, progress } = reading;
  const bad = meaning === "retrying" || meaning === "stopped";
  const running = meaning === "running";
  const steps = concurrentTasksOf(reading);
  const isRepeated = onOverview && bad && (shoot.status?.lastErrors ?? []).length > 0;
  return (
    <>
      <p className="text-base">
        <span className="font-medium">{reading.type ?? reading.unknownType ?? text("Operation of unknown type")}</span>{" "}
        <span className={clsx(bad ? "font-medium text-negative-text" : "text-secondary")}>
          {operationProgressLabel(reading, operationStateOfRow(row), subject)}
        </span>
      </p>
      {(running || bad) && progress !== undefined && (
        <ProgressBarWithNumber
          label={text("Progress of the last operation")}
          value={progress}
          hue={bad ? "negative" : "info"}
        />
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
        reading.description !== undefined &&
        !isRepeated && <p className="mt-2 text-sm break-words text-secondary">{reading.description}</p>
      )}
      {operationStateOfRow(row) === "retrying" && <RetryHorizon shoot={shoot} />}
    </>
  );
}

/** Gardener's default retry duration in hours; an installation may configure another. */
const retryHours = 12;

function RetryHorizon({ shoot }: { readonly shoot: Shoot }) {
  const clock = useDisplayClock();
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
