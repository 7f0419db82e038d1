import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { parseCron, parseEveryDescriptor } from "./cron.ts";
import { nextCronTime } from "./next-cron-time.ts";
import { isScheduleLocation, zoneOfLocation } from "./schedule-zone.ts";

/** One expression of a schedule: the value it sets `spec.hibernation.enabled` to, and its times. */
export interface ScheduledTime {
  readonly enabled: boolean;
  readonly expression: string;
  /** Whether the expression counts from Gardener's last check (`@every 1h`), so that its times cannot be predicted. */
  readonly counted: boolean;
  /** The first scheduled time strictly after the instant, in milliseconds since 1970; undefined when there is none. */
  readonly after: (atMs: number) => number | undefined;
}

function scheduledTime(
  expression: string,
  location: string | null | undefined,
  enabled: boolean,
): ScheduledTime | undefined {
  const delay = durationSeconds(parseEveryDescriptor(expression) ?? "");
  if (delay !== undefined) {
    const delayMs = Math.max(1, Math.floor(delay)) * 1000;
    return { enabled, expression, counted: true, after: (atMs: number) => Math.floor(atMs / 1000) * 1000 + delayMs };
  }
  const cron = parseCron(expression);
  const zone = zoneOfLocation(location);
  return cron && { enabled, expression, counted: false, after: (atMs: number) => nextCronTime(cron, atMs, zone) };
}

/**
 * All expressions of a Shoot's hibernation schedules in the order of the spec, the start of an entry before its end.
 * When an expression or location is unreadable, returns the first such text; Gardener then executes none of them.
 * @source Gardener: pkg/utils/hibernation/hibernationschedule.go (Parse)
 */
export function readSchedules(schedules: readonly HibernationSchedule[]): readonly ScheduledTime[] | string {
  const times: ScheduledTime[] = [];
  for (const { start, end, location } of schedules) {
    if (location && !isScheduleLocation(location)) return location;
    for (const [expression, enabled] of [[start, true] as const, [end, false] as const]) {
      if (expression === null || expression === undefined) continue;
      const time = scheduledTime(expression, location, enabled);
      if (!time) return expression;
      times.push(time);
    }
  }
  return times;
}

/**
 * Valid expressions that never match, such as `0 0 30 2 *`; none when one of them all is unreadable, since Gardener
 * then evaluates none. On such an expression the controller-manager hangs, and executes no schedule of any cluster
 * until it is restarted.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation/reconciler.go (the zero time is before every
 * other)
 */
export function neverMatchingSchedules(
  schedules: readonly HibernationSchedule[] | null | undefined,
  nowMs: number,
): readonly string[] {
  const times = readSchedules(schedules ?? []);
  if (typeof times === "string") return [];
  return times.filter(({ after }) => after(nowMs) === undefined).map(({ expression }) => expression);
}
