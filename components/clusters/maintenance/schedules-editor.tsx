"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { text } from "#lib/language/text.ts";
import { scheduleHints } from "#lib/view/hibernation/next-events.ts";
import {
  judgeSchedules,
  type ScheduleForm,
  sameSchedules,
  scheduleFormsSchema,
  schedulesAct,
  schedulesForm,
} from "#lib/view/hibernation/schedule-form.ts";
import { specRefusal } from "../cluster-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { DraftBar } from "./draft-bar.tsx";
import { NextEvents } from "./next-events.tsx";
import { ScheduleRow } from "./schedule-row.tsx";
import { useDraft } from "./use-draft.ts";

/** All schedules of a cluster: they are written as one list. */
export function SchedulesEditor({ cluster }: { readonly cluster: Cluster }) {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  const add = useRef<HTMLButtonElement>(null);
  const written = schedulesForm(cluster.shoot);
  const { uid } = cluster.row;
  const draft = useDraft<readonly ScheduleForm[]>({
    what: "schedules",
    uid,
    schema: scheduleFormsSchema,
    observed: written,
    same: sameSchedules,
  });
  const forms = draft.value;
  const faults = judgeSchedules({ forms, written, now });
  const faulty = faults.some((fault) => Object.keys(fault).length > 0);
  const idle = draft.changed ? undefined : text("No changes yet.");
  const remove = (index: number) => {
    draft.edit(forms.filter((_, other) => other !== index));
    add.current?.focus();
  };
  return (
    <>
      {forms.length === 0 && (
        <p className="text-base text-secondary">
          {text("No schedule. The cluster is hibernated and woken up only on request.")}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {forms.map((form, index) => (
          <ScheduleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a schedule has no identity but its place.
            key={index}
            number={index + 1}
            form={form}
            faults={faults[index] ?? {}}
            onEdit={(edited) => draft.edit(forms.map((other, place) => (place === index ? edited : other)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button
        ref={add}
        className="mt-3"
        size="sm"
        onClick={() => draft.edit([...forms, { start: "0 19 * * 1-5", end: "0 7 * * 1-5", location: timeZone }])}
      >
        <Plus aria-hidden />
        {text("Add a schedule")}
      </Button>
      <NextEvents cluster={cluster} forms={forms} now={now} draft={draft.changed} />
      {scheduleHints(cluster.shoot, forms, now).map((hint) => (
        <p key={hint} className="mt-2 text-sm text-pretty text-secondary">
          {hint}
        </p>
      ))}
      <DraftBar
        draft={draft}
        overtakenTitle={text("The list of schedules was changed meanwhile")}
        now={text("There {count, plural, one {is} other {are}} now {count} in the cluster.", { count: written.length })}
      >
        <ActButton
          cluster={cluster.row}
          act={() => schedulesAct(forms)}
          label={text("Change schedules")}
          title={text("Change hibernation schedules")}
          variant={draft.changed ? "primary" : "secondary"}
          disabledReason={
            specRefusal(cluster) ?? idle ?? (faulty ? text("One of the schedules is not valid.") : undefined)
          }
        />
      </DraftBar>
    </>
  );
}
