"use client";

import { useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { text } from "#lib/language/text.ts";
import {
  describeScheduleBlocker,
  type SchedulableOperation,
  type ScheduledOperation,
  schedulableOperations,
  scheduleAct,
  scheduledOperations,
  unscheduleAct,
} from "#lib/view/maintenance/scheduled-operations.ts";
import { operationContextOf } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface ScheduledCardProps {
  readonly cluster: Cluster;
  /** Time of the next maintenance window in the selected time zone, as text. */
  readonly nextWindow: string;
}

/** Card of the operations that wait for the maintenance window, with a form to schedule others. */
export function ScheduledOperationsCard({ cluster, nextWindow }: ScheduledCardProps) {
  const scheduled = scheduledOperations(cluster.shoot);
  const now = useNow(60_000);
  const obstacle = now === 0 ? undefined : describeScheduleBlocker(cluster.shoot, cluster.detail.view, now);
  return (
    <Card id="scheduled" title={text("Scheduled for the window")}>
      {obstacle !== undefined && (
        <div className="mb-3">
          <Notice hue="caution" title={scheduled.length > 0 ? text("It will be skipped") : text("It would be skipped")}>
            {obstacle}
          </Notice>
        </div>
      )}
      {scheduled.length === 0 ? (
        <p className="text-base text-secondary">{text("Nothing is scheduled.")}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {scheduled.map((operation) => (
            <Scheduled key={operation.text} cluster={cluster} operation={operation} nextWindow={nextWindow} />
          ))}
        </ul>
      )}
      <ScheduleForm cluster={cluster} />
    </Card>
  );
}

interface ScheduledProps extends ScheduledCardProps {
  readonly operation: ScheduledOperation;
}

function Scheduled({ cluster, operation: { text: written, name, sentence }, nextWindow }: ScheduledProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 text-sm first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{name}</p>
        <p className="mt-0.5 text-pretty text-secondary">{sentence}</p>
        <p className="mt-0.5 text-tertiary">{nextWindow}</p>
        <p className="mt-0.5 font-mono text-xs break-all text-tertiary" translate="no">
          {written}
        </p>
      </div>
      <ActButton
        cluster={cluster.row}
        act={unscheduleAct(written)}
        label={text("Unschedule")}
        aria-label={text("Unschedule: {name}", { name })}
        title={text("Unschedule {operation}", { operation: written })}
        size="sm"
        disabledReason={findShootWriteBlocker(cluster)}
      />
    </li>
  );
}

function ScheduleForm({ cluster }: { readonly cluster: Cluster }) {
  const now = useNow(60_000);
  const [wanted, setWanted] = useState<string>("");
  const [pools, setPools] = useState<readonly string[]>([]);
  const choices = schedulableOperations(cluster.shoot, now, operationContextOf(cluster));
  const chosen = choices.find(({ id }) => id === wanted) ?? choices.find(({ refusal }) => refusal === undefined);
  if (chosen === undefined)
    return <p className="mt-3 text-sm text-secondary">{text("Nothing can be scheduled now.")}</p>;
  const unnamed = chosen.pools && pools.length === 0 ? text("Choose at least one pool.") : undefined;
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SelectField
            label={text("Schedule for the window")}
            value={chosen.id}
            options={choices.map(({ id, name, refusal }) => [
              id,
              refusal === undefined ? name : text("{name} (not now)", { name }),
            ])}
            onText={setWanted}
          />
        </div>
        <ActButton
          cluster={cluster.row}
          act={() => scheduleAct(chosen, pools)}
          label={text("Schedule")}
          title={text("Schedule {operation}", { operation: chosen.id })}
          disabledReason={findShootWriteBlocker(cluster) ?? chosen.refusal ?? unnamed}
        />
      </div>
      <p className="mt-2 text-sm text-pretty text-secondary">{chosen.refusal ?? chosen.sentence}</p>
      {chosen.pools && chosen.refusal === undefined && (
        <PoolChoice cluster={cluster} operation={chosen} pools={pools} onChange={setPools} />
      )}
    </div>
  );
}

interface PoolChoiceProps {
  readonly cluster: Cluster;
  readonly operation: SchedulableOperation;
  readonly pools: readonly string[];
  readonly onChange: (pools: readonly string[]) => void;
}

function PoolChoice({ cluster, operation, pools, onChange }: PoolChoiceProps) {
  const names = (cluster.shoot.spec.provider.workers ?? []).map(({ name }) => name);
  return (
    <fieldset className="mt-3">
      <legend className="text-sm font-medium">
        {text("Pools to roll with {operation}", { operation: operation.id })}
      </legend>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-2">
        {names.map((name) => (
          <div key={name} className="flex items-center gap-2 text-sm">
            <Checkbox
              aria-labelledby={`pool-${name}`}
              checked={pools.includes(name)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...pools, name] : pools.filter((other) => other !== name))
              }
            />
            <span id={`pool-${name}`} translate="no">
              {name}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
