import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { parseCron } from "#lib/policy/hibernation/cron.ts";
import { isHibernatedInNextWindow } from "#lib/policy/hibernation/hibernation-schedule.ts";
import { nextCronTime } from "#lib/policy/hibernation/next-cron-time.ts";
import { zoneOfLocation } from "#lib/policy/hibernation/schedule-zone.ts";
import { neverMatchingSchedules, readSchedules } from "#lib/policy/hibernation/scheduled-times.ts";
import { forecastSchedules } from "#lib/policy/next/forecast-schedules.ts";
import type { ScheduleForm } from "./schedule-form.ts";

/** Time at which a hibernation schedule hibernates or wakes up the cluster, in epoch milliseconds. */
export interface HibernationEvent {
  readonly kind: "hibernate" | "wake-up";
  readonly at: number;
  /** Time zone as written; UTC if empty or `Local`. */
  readonly location: string;
  /** Index of the schedule, from 0. */
  readonly schedule: number;
}

function nextOf(text: string, location: string, now: number): number | undefined {
  const cron = text === "" ? undefined : parseCron(text);
  return cron && nextCronTime(cron, now, zoneOfLocation(location));
}

/** Returns the next times of a cron expression, at most `count`; empty if it cannot be parsed. */
export function nextCronTimes(
  text: string,
  location: string,
  { now, count }: { readonly now: number; readonly count: number },
): readonly number[] {
  const times: number[] = [];
  for (let after = now; times.length < count; ) {
    const at = nextOf(text, location, after);
    if (at === undefined) break;
    times.push(at);
    after = at;
  }
  return times;
}

/** Whether a cron expression restricts both day of month and weekday. Days then match either, often unexpectedly. */
export function restrictsDayAndWeekday(text: string): boolean {
  return parseCron(text)?.eitherDay === true;
}

/** Returns the hibernation schedules of a form. */
export function schedulesOfScheduleForms(forms: readonly ScheduleForm[]): readonly HibernationSchedule[] {
  return forms.map(({ start, end, location }) => ({ start: start || null, end: end || null, location }));
}

/**
 * Returns the next events of all hibernation schedules, in time order. If one schedule cannot be parsed or never
 * matches, Gardener executes none. Events that depend on when Gardener last checked are not included.
 */
export function nextHibernationEvents(forms: readonly ScheduleForm[], now: number): readonly HibernationEvent[] {
  const schedules = schedulesOfScheduleForms(forms);
  if (typeof readSchedules(schedules) === "string" || neverMatchingSchedules(schedules, now).length > 0) return [];
  const events = forms.flatMap(({ start, end, location: written }, schedule): HibernationEvent[] => {
    const location = zoneOfLocation(written);
    const sleepsAt = nextOf(start, written, now);
    const wakesAt = nextOf(end, written, now);
    return [
      ...(sleepsAt === undefined ? [] : [{ kind: "hibernate", at: sleepsAt, location, schedule } as const]),
      ...(wakesAt === undefined ? [] : [{ kind: "wake-up", at: wakesAt, location, schedule } as const]),
    ];
  });
  return events.sort((a, b) => a.at - b.at);
}

/** Returns hints about easily overlooked effects of hibernation schedules, one sentence each. */
export function scheduleHints(shoot: Shoot, forms: readonly ScheduleForm[], now: number): readonly string[] {
  const sleeps = forms.some(({ start }) => start !== "");
  const wakes = forms.some(({ end }) => end !== "");
  const hints: string[] = [];
  if (sleeps && !wakes) hints.push(text("No schedule wakes it up: it sleeps until somebody does."));
  if (wakes && !sleeps) hints.push(text("No schedule sends it to sleep: these only wake it up."));
  const schedules = schedulesOfScheduleForms(forms);
  const timeWindow = shoot.spec.maintenance?.timeWindow;
  if (
    maySleep(shoot, schedules, now) &&
    isHibernatedInNextWindow({ timeWindow, hibernated: shoot.status?.hibernated === true, schedules }, now)
  ) {
    hints.push(
      text(
        "The cluster sleeps in its next maintenance window: credentials are then not rotated automatically, and nodes get their new versions only when it wakes up.",
      ),
    );
  }
  return hints;
}

/** Returns whether the cluster is hibernated already, or nothing currently prevents its hibernation schedules. */
function maySleep({ spec, ...shoot }: Shoot, schedules: readonly HibernationSchedule[], now: number): boolean {
  if (spec.hibernation?.enabled) return true;
  const outlook = forecastSchedules(
    { ...shoot, spec: { ...spec, hibernation: { ...spec.hibernation, schedules } } },
    {},
    now,
  );
  return outlook.state === "planned" && outlook.hibernateRefused.length === 0;
}

export type HibernationPhase = "awake" | "falling-asleep" | "hibernated" | "waking-up";

/** Hibernation state, from the desired state (spec) and the observed one (status). */
export function hibernationPhaseOf({ spec, status }: Shoot): HibernationPhase {
  const wanted = spec.hibernation?.enabled === true;
  const seen = status?.hibernated === true;
  if (wanted) return seen ? "hibernated" : "falling-asleep";
  return seen ? "waking-up" : "awake";
}
