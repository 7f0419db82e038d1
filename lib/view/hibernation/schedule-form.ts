import * as z from "zod/mini";
import { describeNeverMatchingSchedule } from "#lib/act/plan/describe-never-matching-schedule.ts";
import type { Act } from "#lib/contract/act.ts";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { isCronSpec } from "#lib/policy/hibernation/cron.ts";
import { isScheduleLocation } from "#lib/policy/hibernation/schedule-zone.ts";
import { neverMatchingSchedules } from "#lib/policy/hibernation/scheduled-times.ts";

/** Form for one hibernation schedule; an empty text means a missing field. */
const scheduleFormSchema = z.object({ start: z.string(), end: z.string(), location: z.string() });
export type ScheduleForm = Readonly<z.infer<typeof scheduleFormSchema>>;

export const scheduleFormsSchema = z.array(scheduleFormSchema);

export const emptySchedule: ScheduleForm = { start: "", end: "", location: "" };

/** Returns the hibernation schedules of a Shoot as forms, verbatim. */
export function scheduleFormsOf({ spec }: Pick<Shoot, "spec">): readonly ScheduleForm[] {
  return (spec.hibernation?.schedules ?? []).map(({ start, end, location }) => ({
    start: start ?? "",
    end: end ?? "",
    location: location ?? "",
  }));
}

export type ScheduleField = "start" | "end" | "location";
export type ScheduleErrors = Partial<Readonly<Record<ScheduleField, string>>>;

function cronError(cron: string, location: string, now: number): string | undefined {
  if (cron === "") return undefined;
  if (isCronSpec(cron)) {
    return neverMatchingSchedules([{ start: cron, location }], now).length === 0
      ? undefined
      : describeNeverMatchingSchedule(cron);
  }
  return cron.startsWith("@")
    ? text("Gardener knows @yearly, @annually, @monthly, @weekly, @daily, @midnight and @hourly, in small letters.")
    : text(
        "A cron expression has five fields, each within its range: minute 0–59, hour 0–23, day 1–31, month 1–12, weekday 0–6 or SUN–SAT.",
      );
}

function isSame(a: ScheduleForm, b: ScheduleForm): boolean {
  return a.start === b.start && a.end === b.end && a.location === b.location;
}

/** Key that is equal for equal schedules. */
function keyOf({ start, end, location }: ScheduleForm): string {
  return JSON.stringify([start, end, location]);
}

interface Judged {
  readonly forms: readonly ScheduleForm[];
  /** Schedules that the Shoot has already. Their errors are not reported when the user edits another schedule. */
  readonly written: readonly ScheduleForm[];
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

function faultsOf(form: ScheduleForm, isRepeated: boolean, now: number): ScheduleErrors {
  if (form.start === "" && form.end === "")
    return { start: text("A schedule needs a time to hibernate, a time to wake up, or both.") };
  const start = cronError(form.start, form.location, now);
  const end = cronError(form.end, form.location, now);
  const same = form.start !== "" && form.start === form.end;
  const location = isScheduleLocation(form.location) ? undefined : text("This time zone is not known here.");
  return {
    ...(start !== undefined && { start }),
    ...(isRepeated && { start: text("This schedule is there already.") }),
    ...(end !== undefined && { end }),
    ...(same && { end: text("It would wake up in the very minute in which it falls asleep.") }),
    ...(location !== undefined && { location }),
  };
}

/** Returns the errors of each schedule in the form; an empty record for a schedule without errors. */
export function validateSchedules({ forms, written, now }: Judged): readonly ScheduleErrors[] {
  const kept = new Set(written.map(keyOf));
  const earlier = new Set<string>();
  return forms.map((form) => {
    const key = keyOf(form);
    const isRepeated = earlier.has(key);
    earlier.add(key);
    return kept.has(key) && !isRepeated ? {} : faultsOf(form, isRepeated, now);
  });
}

export function areSameScheduleForms(a: readonly ScheduleForm[], b: readonly ScheduleForm[]): boolean {
  return a.length === b.length && a.every((form, index) => isSame(form, b[index] ?? emptySchedule));
}

function written({ start, end, location }: ScheduleForm): HibernationSchedule {
  return { ...(start !== "" && { start }), ...(end !== "" && { end }), ...(location !== "" && { location }) };
}

/** Returns the action that replaces all hibernation schedules; without schedules the field is removed. */
export function actOfScheduleForms(forms: readonly ScheduleForm[]): Act {
  const schedules = forms.length === 0 ? null : forms.map(written);
  return { kind: "change", about: "hibernation-schedules", patch: { spec: { hibernation: { schedules } } } };
}
