import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { isFailedAndUpToDate } from "../status/failed-and-up-to-date.ts";
import { readSchedules, type ScheduledTime } from "./scheduled-times.ts";

/** Default time during which Gardener executes a missed schedule later. */
export const defaultMissedScheduleDeadlineMs = 2 * hourMs;
/** Delay the controller adds to a scheduled time before it reconciles. */
const lookDelayMs = 100;
const longestLookBackMs = 7 * dayMs;

/** Result of the controller-manager's check of a Shoot's hibernation schedules at one instant. */
export type HibernationCheck =
  /** Schedules are not checked and nothing is executed. */
  | { readonly outcome: "none"; readonly because: "no-schedules" | "deleting" }
  /** One expression or location is unreadable, so no schedule is executed. */
  | { readonly outcome: "unreadable"; readonly expression: string }
  /** One expression never matches: the controller does not return from it. */
  | { readonly outcome: "never-returns"; readonly expression: string }
  /** Scheduled times are skipped, and not executed later, until the Shoot is no longer Failed. */
  | { readonly outcome: "skipped-as-failed"; readonly nextAt: number }
  | { readonly outcome: "waits"; readonly nextAt: number }
  /** Gardener sets `spec.hibernation.enabled` now, for the most recent scheduled time. */
  | {
      readonly outcome: "executes";
      readonly enabled: boolean;
      /** Whether executing the schedule changes `spec.hibernation.enabled`. */
      readonly changes: boolean;
      /** The scheduled time being executed, in milliseconds since 1970. */
      readonly missedAt: number;
      readonly nextAt: number;
    };

/** The last scheduled time in (from, to]; undefined when there is none. */
function lastTimeIn(time: ScheduledTime, fromMs: number, toMs: number): number | undefined {
  const { after, counted } = time;
  const first = after(fromMs);
  if (first === undefined || first > toMs) return undefined;
  // Searches backwards in growing steps, as thousands of times may lie between; `@every` times count from `fromMs`.
  for (let backMs = minuteMs; !counted && toMs - backMs > fromMs; backMs *= 8) {
    const last = lastFrom(time, after(toMs - backMs), toMs);
    if (last !== undefined) return last;
  }
  return lastFrom(time, first, toMs);
}

function lastFrom({ after }: ScheduledTime, firstMs: number | undefined, toMs: number): number | undefined {
  let last: number | undefined;
  for (let at = firstMs; at !== undefined && at <= toMs; at = after(at)) last = at;
  return last;
}

function earliestMs({ metadata, status }: Shoot, nowMs: number, deadlineMs: number): number {
  const since = parseInstant(status?.lastHibernationTriggerTime ?? metadata.creationTimestamp) ?? 0;
  return Math.max(since, nowMs - deadlineMs, nowMs - longestLookBackMs);
}

/** Facts about the controller-manager that affect its check of hibernation schedules. */
export interface HibernationControllerFacts {
  /** Controller-manager release, to tell if a Failed Shoot is up to date; if unknown, only its generation decides. */
  readonly release?: string | undefined;
  readonly triggerDeadlineMs?: number;
}

/**
 * Predicts the controller's check of the hibernation schedules at `nowMs`. It checks when it starts, when the schedules
 * change, and at each scheduled time.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation/reconciler.go
 */
export function checkHibernation(
  shoot: Shoot,
  nowMs: number,
  { release, triggerDeadlineMs = defaultMissedScheduleDeadlineMs }: HibernationControllerFacts = {},
): HibernationCheck {
  if (shoot.metadata.deletionTimestamp) return { outcome: "none", because: "deleting" };
  const { schedules, enabled } = shoot.spec.hibernation ?? {};
  const times = readSchedules(schedules ?? []);
  if (typeof times === "string") return { outcome: "unreadable", expression: times };
  const nexts = times.map((time) => time.after(nowMs));
  const [first] = nexts;
  if (times.length === 0) return { outcome: "none", because: "no-schedules" };
  const never = times[nexts.indexOf(undefined)];
  if (never !== undefined || first === undefined) {
    return { outcome: "never-returns", expression: never?.expression ?? "" };
  }
  const nextAt = nexts.reduce<number>((least, at) => Math.min(least, at ?? least), first) + lookDelayMs;
  if (isFailedAndUpToDate(shoot, release)) return { outcome: "skipped-as-failed", nextAt };
  const fromMs = earliestMs(shoot, nowMs, triggerDeadlineMs);
  let missed: { readonly at: number; readonly enabled: boolean } | undefined;
  for (const time of times) {
    const at = lastTimeIn(time, fromMs, nowMs);
    if (at !== undefined && (missed === undefined || at > missed.at)) missed = { at, enabled: time.enabled };
  }
  if (missed === undefined) return { outcome: "waits", nextAt };
  const changes = (enabled === true) !== missed.enabled;
  return { outcome: "executes", enabled: missed.enabled, changes, missedAt: missed.at, nextAt };
}
