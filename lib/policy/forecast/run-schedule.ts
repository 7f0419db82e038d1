import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { nonNegativeRemainder } from "../maintenance/time-of-day.ts";
import {
  type MaintenanceWindow,
  maintenanceWindow,
  type TimeWindow,
  windowDurationSeconds,
} from "../maintenance/time-window.ts";

/** The instants of maintenance runs, in epoch milliseconds; undefined when there are no more. */
export interface RunSchedule {
  /** The first maintenance run at or after the instant. */
  from(atMs: number): number | undefined;
  /** The first maintenance run strictly after the instant. */
  after(atMs: number): number | undefined;
}

/** One run a day, at the start or at the end of each window. Instants are in epoch milliseconds. */
export interface DailySchedule extends RunSchedule {
  /** The maintenance window that contains a run of this schedule. */
  windowOf(runAt: number): { readonly beginAt: number; readonly usableEndAt: number };
}

/**
 * Creates a daily schedule that bounds the real, random time of runs: a run at the start of each window notices profile
 * changes as late as possible, a run just before its end as early as possible.
 *
 * @param window the effective window
 * @param place position of each run in the window
 * @source Gardener: pkg/apis/utils/timewindow, RandomDurationUntilNext
 */
export function dailySchedule(window: TimeWindow, place: "begin" | "end"): DailySchedule {
  const durationMs = windowDurationSeconds(window) * 1000;
  const offset = place === "begin" ? 0 : durationMs - 1;
  const base = window.beginSeconds * 1000 + offset;
  return {
    from: (atMs) => base + Math.ceil((atMs - base) / dayMs) * dayMs,
    after: (atMs) => base + (Math.floor((atMs - base) / dayMs) + 1) * dayMs,
    windowOf: (runAt) => ({ beginAt: runAt - offset, usableEndAt: runAt - offset + durationMs }),
  };
}

/** Runs at the given instants (epoch milliseconds, ascending). */
export function fixedSchedule(runs: readonly number[]): RunSchedule {
  return {
    from: (atMs) => runs.find((run) => run >= atMs),
    after: (atMs) => runs.find((run) => run > atMs),
  };
}

/** A Shoot's maintenance window. Real runs lie between two schedules: window start (`late`) and end (`early`). */
export interface ShootSchedule extends MaintenanceWindow {
  readonly late: DailySchedule;
  readonly early: DailySchedule;
}

/** The two schedules between which the real maintenance runs of a Shoot lie, derived from its window. */
export function runSchedulesOfShoot(shoot: Pick<Shoot, "spec">): ShootSchedule {
  const window = maintenanceWindow(shoot);
  const { effective } = window;
  return { ...window, late: dailySchedule(effective, "begin"), early: dailySchedule(effective, "end") };
}

/** The distinct times of day of instants, in milliseconds since midnight UTC. */
export function timesOfDay(instants: readonly number[]): readonly number[] {
  return [...new Set(instants.map((at) => nonNegativeRemainder(at, dayMs)))];
}

/**
 * Whether the time of a run within its window matters: only if a profile change falls into the window on some day, or
 * the window is open now. Otherwise simulations with runs at the start and at the end of each window are equal.
 *
 * @param changes times of day of all changes of the profile
 * @param now epoch milliseconds
 */
export function canRunTimeChangeForecast(
  { effective, late, early }: ShootSchedule,
  changes: readonly number[],
  now: number,
): boolean {
  const [firstLate, firstEarly] = [late.from(now), early.from(now)];
  if (firstLate === undefined || firstEarly === undefined) return true;
  if (late.windowOf(firstLate).beginAt !== early.windowOf(firstEarly).beginAt) return true;
  const durationMs = windowDurationSeconds(effective) * 1000;
  return changes.some((at) => nonNegativeRemainder(at - effective.beginSeconds * 1000, dayMs) <= durationMs);
}
