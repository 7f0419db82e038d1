"use client";

import cronstrue from "cronstrue";
import "cronstrue/locales/de.js";
import { Trash2 } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { languageNow } from "#lib/language/speech.ts";
import { message, text } from "#lib/language/text.ts";
import { type Cron, cronFields, everyDuration, isCronSpec, parseCron } from "#lib/policy/hibernation/cron.ts";
import { zoneOfLocation } from "#lib/policy/hibernation/schedule-zone.ts";
import { isEitherDay, nextTimes } from "#lib/view/hibernation/next-events.ts";
import type { ScheduleFaults, ScheduleForm } from "#lib/view/hibernation/schedule-form.ts";
import type { Clock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

interface ScheduleRowProps {
  readonly number: number;
  readonly form: ScheduleForm;
  readonly faults: ScheduleFaults;
  readonly onEdit: (form: ScheduleForm) => void;
  readonly onRemove: () => void;
}

const unreadable = message("Almanac cannot read it; it is kept as it is, and Gardener decides.");

interface TimesProps {
  readonly cron: string;
  readonly location: string;
}

/** The expression in words, and when it comes next by the clock of its own zone. */
function Times({ cron, location }: TimesProps) {
  const now = useNow(60_000);
  if (cron === "") return text("Never by this schedule.");
  if (!isCronSpec(cron)) return text(unreadable);
  const words = cronWords(cron);
  const clock: Clock = { kind: "zone", timeZone: zoneOfLocation(location) };
  const next = now > 0 ? nextTimes(cron, location, { now, count: 2 }) : [];
  const [first, second] = next.map((at) => formatDateTime(at, clock));
  return (
    <>
      {words !== undefined && <span className="text-secondary">{words}. </span>}
      {first === undefined ? timeless(cron) : nextWords(first, second)}
    </>
  );
}

function nextWords(first: string, second: string | undefined): string {
  return second === undefined
    ? text("Next {first}.", { first })
    : text("Next {first}; then {second}.", { first, second });
}

function timeless(cron: string): string {
  return everyDuration(cron) === undefined ? text("Never.") : text("The time is not known.");
}

/** The clock that a location means, where it is not the one that it names. */
function zoneHint(location: string): string {
  if (location === "") return text("None is written: UTC.");
  if (location === "Local") return text("The clock of Gardener's controllers: UTC, unless the operator set another.");
  return text("With its daylight saving.");
}

const crons = [
  { field: "start", label: message("Hibernate (cron)") },
  { field: "end", label: message("Wake up (cron)") },
] as const;

/** One schedule: when to hibernate, when to wake up, in which time zone, and the same in words. */
export function ScheduleRow({ number, form, faults, onEdit, onRemove }: ScheduleRowProps) {
  return (
    <li>
      <fieldset className="rounded-control border border-hairline p-3">
        <legend className="sr-only">{text("Schedule {number}", { number })}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {crons.map(({ field, label }) => (
            <TextField
              key={field}
              label={text(label)}
              value={form[field]}
              onText={(cron) => onEdit({ ...form, [field]: cron })}
              error={faults[field]}
              hint={<Times cron={form[field]} location={form.location} />}
              className="font-mono"
              spellCheck={false}
              autoComplete="off"
            />
          ))}
        </div>
        <div className="mt-3 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-48">
            <TextField
              label={text("Time zone")}
              list="time-zones"
              value={form.location}
              onText={(location) => onEdit({ ...form, location })}
              error={faults.location}
              hint={zoneHint(form.location)}
              spellCheck={false}
              autoComplete="off"
            />
          </div>
          <Button
            variant="ghost"
            size="sm"
            className="mt-6"
            aria-label={text("Remove schedule {number}", { number })}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
            {text("Remove")}
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/** A cron expression in words; undefined where there are none. */
function cronWords(cron: string): string | undefined {
  const every = everyDuration(cron);
  if (every !== undefined) return text("Every {every}, counted from when Gardener last looked", { every });
  const read = parseCron(cron);
  if (!read) return undefined;
  try {
    const words = cronstrue.toString(knownForm(cron, read), { use24HourTimeFormat: true, locale: languageNow() });
    return isEitherDay(cron) ? text("{words} (either day is enough)", { words }) : words;
  } catch {
    // It reads a little less than Gardener does; the expression itself stands beside.
    return undefined;
  }
}

const knownPart = /^([*?]|\w+(-\w+)?)(\/\d{1,2})?$/;

/** The expression in the forms that others know, too. What Gardener alone reads is written as the values that it stands for. */
function knownForm(cron: string, { minutes, hours, days, months, weekdays }: Cron): string {
  const values = [minutes, hours, days, months, weekdays];
  const fields = cronFields(cron).split(/\s+/);
  if (fields.length !== values.length) return cron;
  return fields
    .map((field, place) => {
      const read = [...(values[place] ?? [])];
      const known =
        field.split(",").every((part) => knownPart.test(part)) && !(field.includes("/") && read.length === 1);
      return known ? field : read.join(",");
    })
    .join(" ");
}
