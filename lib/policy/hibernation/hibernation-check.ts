import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { isFailedAndUpToDate } from "../status/failed-and-up-to-date.ts";
import { readSchedules, type ScheduledTime } from "./scheduled-times.ts";

/** How long Gardener makes up for a time that it missed, unless its operator says otherwise. */
export const defaultTriggerDeadlineMs = 2 * hourMs;
/** What the controller adds to a time before it looks. */
const lookDelayMs = 100;
const longestLookBackMs = 7 * dayMs;

/** What Gardener's controller-manager makes of the hibernation schedules of a Shoot, looking at an instant. */
export type HibernationCheck =
  /** No schedule is looked at, and nothing is executed: why. */
  | { readonly outcome: "none"; readonly because: "no-schedules" | "deleting" }
  /** One expression or location cannot be read, and so none of them is executed. */
  | { readonly outcome: "unreadable"; readonly expression: string }
  /** One expression never comes: the controller does not return from it. */
  | { readonly outcome: "never-returns"; readonly expression: string }
  /** The times that pass are skipped and not made up for, until the Shoot is no longer Failed. */
  | { readonly outcome: "skipped-as-failed"; readonly nextAt: number }
  | { readonly outcome: "waits"; readonly nextAt: number }
  /** Gardener sets `spec.hibernation.enabled` now, for the time that has passed last. */
  | {
      readonly outcome: "executes";
      readonly enabled: boolean;
      /** False when `enabled` has that value already. */
      readonly changes: boolean;
      /** The time that is executed, in milliseconds since 1970. */
      readonly missedAt: number;
      readonly nextAt: number;
    };

/** The last time in (from, to]; undefined when none lies there. */
function lastTimeIn(time: ScheduledTime, fromMs: number, toMs: number): number | undefined {
  const { after, counted } = time;
  const first = after(fromMs);
  if (first === undefined || first > toMs) return undefined;
  // Further and further back, as thousands may lie between. What counts from an instant counts from this one.
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

/** What else the controller-manager knows besides the Shoot. */
export interface HibernationController {
  /** Its own release, which decides whether a Failed Shoot is up to date; when unknown, the generation decides alone. */
  readonly release?: string | undefined;
  readonly triggerDeadlineMs?: number;
}

/**
 * What Gardener makes of the hibernation schedules when it looks at the Shoot now: when it starts, when the schedules are
 * changed, and at each of their times.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation/reconciler.go
 */
export function checkHibernation(
  shoot: Shoot,
  nowMs: number,
  { release, triggerDeadlineMs = defaultTriggerDeadlineMs }: HibernationController = {},
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
