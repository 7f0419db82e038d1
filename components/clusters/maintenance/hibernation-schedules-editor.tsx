"use client";

import cronstrue from "cronstrue";
import "cronstrue/locales/de.js";
import { Moon, Plus, Sun, Trash2 } from "lucide-react";
import { useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { message, text } from "#lib/language/text.ts";
import {
  type CronExpression,
  expandCronDescriptor,
  isCronSpec,
  parseCron,
  parseEveryDescriptor,
} from "#lib/policy/hibernation/cron.ts";
import { zoneOfLocation } from "#lib/policy/hibernation/schedule-zone.ts";
import { nextCronTimes, restrictsDayAndWeekday, scheduleHints } from "#lib/view/hibernation/next-events.ts";
import {
  actOfScheduleForms,
  areSameScheduleForms,
  type ScheduleErrors,
  type ScheduleForm,
  scheduleFormsOf,
  scheduleFormsSchema,
  validateSchedules,
} from "#lib/view/hibernation/schedule-form.ts";
import { type SchedulePreview, schedulePreviewOf } from "#lib/view/hibernation/schedule-preview-of.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { formatDateTime, formatRelative } from "#lib/words/format-time.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { DraftBar, useDraft } from "./draft-bar.tsx";

/** Form for all hibernation schedules of a cluster, which are written together, as one list in the spec. */
export function HibernationSchedulesEditor({ cluster }: { readonly cluster: Cluster }) {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  const add = useRef<HTMLButtonElement>(null);
  const written = scheduleFormsOf(cluster.shoot);
  const { uid } = cluster.row;
  const draft = useDraft<readonly ScheduleForm[]>({
    what: "schedules",
    uid,
    schema: scheduleFormsSchema,
    observed: written,
    same: areSameScheduleForms,
  });
  const forms = draft.value;
  const faults = validateSchedules({ forms, written, now });
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
          act={() => actOfScheduleForms(forms)}
          label={text("Change schedules")}
          title={text("Change hibernation schedules")}
          variant={draft.changed ? "primary" : "secondary"}
          disabledReason={
            findSpecChangeBlocker(cluster) ?? idle ?? (faulty ? text("One of the schedules is not valid.") : undefined)
          }
        />
      </DraftBar>
    </>
  );
}

interface NextEventsProps {
  readonly cluster: Cluster;
  readonly forms: readonly ScheduleForm[];
  readonly now: number;
  /** Whether the events are computed from the draft instead of the schedules in the garden. */
  readonly draft: boolean;
}

const shown = 3;

/** Next hibernation or wake-up of each schedule, in the schedule's time zone, in the user's, and in UTC. */
function NextEvents({ cluster: { shoot, detail }, forms, now, draft }: NextEventsProps) {
  if (now === 0) return null;
  const prospect = schedulePreviewOf(shoot, forms, { now, draft, view: detail.view });
  const events = prospect.events.slice(0, shown);
  if (events.length === 0 && prospect.notes.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">{draft ? text("Next, as typed") : text("Next", {}, "heading")}</h3>
      {prospect.notes.map((note) => (
        <p key={note} className="mt-1.5 text-sm text-pretty">
          {note}
        </p>
      ))}
      <ol className="mt-1.5 flex flex-col gap-2">
        {events.map((event) => (
          <Event key={`${event.schedule} ${event.kind}`} event={event} now={now} />
        ))}
      </ol>
    </div>
  );
}

function Event({
  event: { kind, at, location, schedule, doubt },
  now,
}: {
  readonly event: SchedulePreview["events"][number];
  readonly now: number;
}) {
  const timeZone = useTimeZone();
  const clockOf = (name: string): DisplayClock => ({ kind: "zone", timeZone: name });
  const clocks = [
    { zone: location, name: location, words: formatDateTime(at, clockOf(location)) },
    { zone: timeZone, name: text("You, {timeZone}", { timeZone }), words: formatDateTime(at, clockOf(timeZone)) },
    { zone: "UTC", name: "UTC", words: formatDateTime(at, utcClock) },
  ];
  const own = clocks.filter(({ zone }, index) => index === 0 || zone !== location);
  return (
    <li className="text-sm">
      <p className="flex items-center gap-1.5 font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-info-solid">
        {kind === "hibernate" ? <Moon aria-hidden /> : <Sun aria-hidden />}
        {kind === "hibernate" ? text("Falls asleep") : text("Wakes up")} {formatRelative(at, now)}
        <span className="font-normal text-tertiary">{text("by schedule {number}", { number: schedule + 1 })}</span>
      </p>
      {doubt !== undefined && <p className="mt-0.5 pl-5.5 text-pretty text-secondary">{doubt}</p>}
      <dl className="mt-0.5 grid grid-cols-[auto_1fr] gap-x-4 pl-5.5">
        {own.map(({ name, words }) => (
          <div key={name} className="contents">
            <dt className="text-tertiary">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

interface ScheduleRowProps {
  readonly number: number;
  readonly form: ScheduleForm;
  readonly faults: ScheduleErrors;
  readonly onEdit: (form: ScheduleForm) => void;
  readonly onRemove: () => void;
}

const unreadable = message("Almanac cannot read it; it is kept as it is, and Gardener decides.");

interface TimesProps {
  readonly cron: string;
  readonly location: string;
}

/** A cron expression in words, and its next times in the schedule's time zone. */
function Times({ cron, location }: TimesProps) {
  const now = useNow(60_000);
  if (cron === "") return text("Never by this schedule.");
  if (!isCronSpec(cron)) return text(unreadable);
  const words = cronLabel(cron);
  const clock: DisplayClock = { kind: "zone", timeZone: zoneOfLocation(location) };
  const next = now > 0 ? nextCronTimes(cron, location, { now, count: 2 }) : [];
  const [first, second] = next.map((at) => formatDateTime(at, clock));
  return (
    <>
      {words !== undefined && <span className="text-secondary">{words}. </span>}
      {first === undefined ? timeless(cron) : nextLabel(first, second)}
    </>
  );
}

function nextLabel(first: string, second: string | undefined): string {
  return second === undefined
    ? text("Next {first}.", { first })
    : text("Next {first}; then {second}.", { first, second });
}

function timeless(cron: string): string {
  return parseEveryDescriptor(cron) === undefined ? text("Never.") : text("The time is not known.");
}

/** Returns a hint on the time zone of a schedule. An empty value and `Local` do not name a time zone. */
function zoneHint(location: string): string {
  if (location === "") return text("None is written: UTC.");
  if (location === "Local") return text("The clock of Gardener's controllers: UTC, unless the operator set another.");
  return text("With its daylight saving.");
}

const crons = [
  { field: "start", label: message("Hibernate (cron)") },
  { field: "end", label: message("Wake up (cron)") },
] as const;

/** Form row of one hibernation schedule: when to hibernate, when to wake up, and in which time zone. */
function ScheduleRow({ number, form, faults, onEdit, onRemove }: ScheduleRowProps) {
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

/** A cron expression in words; undefined if it cannot be described. */
function cronLabel(cron: string): string | undefined {
  const every = parseEveryDescriptor(cron);
  if (every !== undefined) return text("Every {every}, counted from when Gardener last looked", { every });
  const read = parseCron(cron);
  if (!read) return undefined;
  try {
    const words = cronstrue.toString(knownForm(cron, read), { use24HourTimeFormat: true, locale: currentLanguage() });
    return restrictsDayAndWeekday(cron) ? text("{words} (either day is enough)", { words }) : words;
  } catch {
    // The library cronstrue cannot parse all expressions that Gardener accepts; the form shows the expression anyway.
    return undefined;
  }
}

const knownPart = /^([*?]|\w+(-\w+)?)(\/\d{1,2})?$/;

/** Cron expression in cronstrue's syntax; fields that cronstrue does not understand become lists of their values. */
function knownForm(cron: string, { minutes, hours, days, months, weekdays }: CronExpression): string {
  const values = [minutes, hours, days, months, weekdays];
  const fields = expandCronDescriptor(cron).split(/\s+/);
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
