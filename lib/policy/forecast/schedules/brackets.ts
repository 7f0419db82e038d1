import { dayMs } from "#lib/kube/time-units.ts";
import { wrap } from "../../maintenance/time-of-day.ts";
import { type TimeWindow, windowDurationSeconds } from "../../maintenance/time-window.ts";
import type { DailySchedule } from "./run-schedule.ts";

/** The distinct times of day of instants, in milliseconds since midnight UTC. */
export function timesOfDay(instants: readonly number[]): readonly number[] {
  return [...new Set(instants.map((at) => wrap(at, dayMs)))];
}

/**
 * Whether it matters where in its window a run stands: only if a change of the profile falls into the window of some
 * day, or the window is open now. Otherwise the two bracketing simulations are one.
 *
 * @param changes times of day of all changes of the profile
 */
export function placeMatters(window: TimeWindow, changes: readonly number[], first: FirstRuns): boolean {
  const { late, early, now } = first;
  const [firstLate, firstEarly] = [late.from(now), early.from(now)];
  if (firstLate === undefined || firstEarly === undefined) return true;
  if (late.windowOf(firstLate).beginAt !== early.windowOf(firstEarly).beginAt) return true;
  const durationMs = windowDurationSeconds(window) * 1000;
  return changes.some((at) => wrap(at - window.beginSeconds * 1000, dayMs) <= durationMs);
}

interface FirstRuns {
  readonly late: DailySchedule;
  readonly early: DailySchedule;
  /** Epoch milliseconds. */
  readonly now: number;
}
