"use client";

import { useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { rotationRolloutAct } from "#lib/view/rotations/rotation-scope.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { findRotationActBlocker, type RotationContext, type StepPanelProps } from "./rotation-context.ts";
import { OperationProgressBar } from "./step-prepare.tsx";

/** Panel of the rotation step that rolls the pools whose nodes still have old credentials, one or several at a time. */
export function RollPoolsPanel({ track, context }: StepPanelProps) {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const { pendingPools: pending, current } = track;
  const { spec } = context.cluster.shoot;
  if (current !== "roll") {
    return (
      <p>
        {current === "prepare" ? text("Pools can be rolled once this is prepared.") : text("No pool is left to roll.")}
      </p>
    );
  }
  const workers = spec.provider?.workers ?? [];
  const chosen = pending.filter((pool) => marked.includes(pool));
  const act = rotationRolloutAct(chosen);
  const toggle = (pool: string, on: boolean) => {
    setMarked(on ? [...marked, pool] : marked.filter((each) => each !== pool));
  };
  return (
    <>
      <p className="text-pretty">
        {pending.length === 0
          ? allRolled(context)
          : text(
              "{count} of {total} pools are left. Their nodes still trust the old credentials. Choose a quiet hour for each.",
              { count: pending.length, total: workers.length },
            )}
      </p>
      <ul
        aria-label={text("Pools that wait to be rolled")}
        className="divide-y divide-hairline border-y border-hairline"
      >
        {pending.map((pool) => (
          <PoolRow
            key={pool}
            pool={pool}
            worker={workers.find(({ name }) => name === pool)}
            marked={marked.includes(pool)}
            onMark={(on) => toggle(pool, on)}
            context={context}
          />
        ))}
      </ul>
      {chosen.length > 1 && (
        <div>
          <ActButton
            cluster={context.cluster.row}
            act={act}
            label={text("Roll {count} pools", { count: chosen.length })}
            title={text("Roll {pools}", { pools: poolsLabel(chosen) })}
            variant="primary"
            disabledReason={findRotationActBlocker(act, context)}
          />
        </div>
      )}
      {operationStateOfRow(context.cluster.row) === "running" && <OperationProgressBar context={context} />}
      <p className="text-sm text-pretty text-tertiary">
        {text(
          "Nodes are drained, and PodDisruptionBudgets are respected. A budget that allows no disruption holds its node for up to two hours.",
        )}
      </p>
    </>
  );
}

function allRolled({ cluster }: RotationContext): string {
  const course = automaticHandlingOf(cluster.row);
  if (course === "ending") return text("The cluster is being deleted.");
  return course === "goes-on"
    ? text("All pools have been rolled; the phase moves on with the next reconciliation.")
    : text("All pools have been rolled; the phase moves on once Gardener works on the cluster again.");
}

interface PoolRowProps {
  readonly pool: string;
  readonly worker: Worker | undefined;
  readonly marked: boolean;
  readonly onMark: (on: boolean) => void;
  readonly context: RotationContext;
}

function PoolRow({ pool, worker, marked, onMark, context }: PoolRowProps) {
  const act = rotationRolloutAct([pool]);
  const byHand = worker?.updateStrategy === "ManualInPlaceUpdate";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-sm">
      <Checkbox
        checked={marked}
        onCheckedChange={(on) => onMark(on === true)}
        aria-label={text("Select pool {pool}", { pool })}
      />
      <span className="min-w-0 flex-1">
        <span className="font-medium text-ink" translate="no">
          {pool}
        </span>
        <span className="block text-xs text-tertiary">
          {nodesOf(worker)}
          {byHand && `; ${text("updated in place by hand: you select its nodes afterwards")}`}
        </span>
      </span>
      <ActButton
        cluster={context.cluster.row}
        act={act}
        label={text("Roll {pool}", { pool })}
        title={text("Roll pool {pool}", { pool })}
        size="sm"
        disabledReason={findRotationActBlocker(act, context)}
      />
    </li>
  );
}

function nodesOf(worker: Worker | undefined): string {
  if (!worker) return text("no longer in the spec");
  const { minimum = 0, maximum = 0 } = worker;
  return minimum === maximum
    ? text("{maximum} nodes", { maximum })
    : text("{minimum} to {maximum} nodes", { minimum, maximum });
}
