"use client";

import { Trash2 } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { ScheduleFaults, ScheduleForm } from "#lib/view/hibernation/schedule-form.ts";
import { cronWords } from "./cron-words.ts";
import { FormInput } from "./form-field.tsx";

interface ScheduleRowProps {
  readonly number: number;
  readonly form: ScheduleForm;
  readonly faults: ScheduleFaults;
  readonly onEdit: (form: ScheduleForm) => void;
  readonly onRemove: () => void;
}

const unreadable = "Almanac cannot read it; it is kept as it is, and Gardener decides.";

function hintOf(text: string, without: string): string {
  if (text === "") return without;
  return cronWords(text) ?? unreadable;
}

/** One schedule: when to hibernate, when to wake up, in which time zone, and the same in words. */
export function ScheduleRow({ number, form, faults, onEdit, onRemove }: ScheduleRowProps) {
  return (
    <li>
      <fieldset className="rounded-control border border-hairline p-3">
        <legend className="sr-only">Schedule {number}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <FormInput
            label="Hibernate (cron)"
            value={form.start}
            onText={(start) => onEdit({ ...form, start })}
            error={faults.start}
            hint={hintOf(form.start, "Never by this schedule.")}
            className="font-mono"
            spellCheck={false}
            autoComplete="off"
          />
          <FormInput
            label="Wake up (cron)"
            value={form.end}
            onText={(end) => onEdit({ ...form, end })}
            error={faults.end}
            hint={hintOf(form.end, "Never by this schedule.")}
            className="font-mono"
            spellCheck={false}
            autoComplete="off"
          />
        </div>
        <div className="mt-3 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-48">
            <FormInput
              label="Time zone"
              list="time-zones"
              value={form.location}
              onText={(location) => onEdit({ ...form, location })}
              error={faults.location}
              hint={form.location === "" ? "None is written: UTC." : "With its daylight saving."}
              spellCheck={false}
              autoComplete="off"
            />
          </div>
          <Button
            variant="ghost"
            size="sm"
            className="mt-6"
            aria-label={`Remove schedule ${number}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
            Remove
          </Button>
        </div>
      </fieldset>
    </li>
  );
}
