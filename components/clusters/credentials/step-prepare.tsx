"use client";

import { ProgressBar } from "#components/ui/progress-bar.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { blockedRowLabels } from "#lib/fleet/fields/next-fields.ts";
import { text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { clusterRowStateOf } from "#lib/policy/next/row-state.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import type { StepPanelProps } from "./rotation-context.ts";

/** Panel of the rotation step in which Gardener prepares new credentials; names the pools to be updated by hand. */
export function PrepareRotationPanel({ track, context }: StepPanelProps) {
  const reached = track.current === "prepare" || track.current === "running";
  const { manualPools, families } = track;
  return (
    <>
      {families.map(({ family }) => (
        <p key={family} className="text-pretty">
          {text(rotationDescriptions[family].meanwhile)}
        </p>
      ))}
      {reached && manualPools.length > 0 && (
        <p className="font-medium text-pretty text-ink">
          {text(
            "The nodes of {pools} are updated in place by hand: select them, one after the other. Until then Gardener stays at this step.",
            { pools: poolsLabel(manualPools) },
          )}
        </p>
      )}
      {reached && <OperationProgressBar context={context} />}
      {!reached && track.current !== "plan" && track.current !== "start" && <p>{text("This step is over.")}</p>}
    </>
  );
}

function standstillLabel(row: FleetRow): string {
  const held = blockedRowLabels(row)?.hold;
  if (held !== undefined) return text("Held back: {why}", { why: toInlineLabel(held) });
  return row.pendingOperation !== undefined || clusterRowStateOf(row) === "change-pending"
    ? text("Gardener received the request and will start soon.")
    : text("Gardener will continue with the next run.");
}

/** Progress of the operation that Gardener runs on the cluster, as the Shoot reports it. */
export function OperationProgressBar({ context }: Pick<StepPanelProps, "context">) {
  const { row } = context.cluster;
  if (operationStateOfRow(row) !== "running") return <p>{standstillLabel(row)}</p>;
  const { progress = 0, description } = row.lastOperation ?? {};
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="min-w-0 break-words">{description}</span>
        <span className="shrink-0 tabular-nums">{progress} %</span>
      </p>
      <ProgressBar label={text("Progress of the operation")} value={progress} />
    </div>
  );
}
