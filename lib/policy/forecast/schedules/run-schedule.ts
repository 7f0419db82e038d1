import { dayMs } from "#lib/kube/time-units.ts";
import { type TimeWindow, windowDurationSeconds } from "../../maintenance/time-window.ts";

/** The instants at which runs take place, in epoch milliseconds; undefined when there are no more. */
export interface RunSchedule {
  /** The first run at or after the instant. */
  from(atMs: number): number | undefined;
  /** The first run strictly after the instant. */
  after(atMs: number): number | undefined;
}

/** One run a day, as early or as late in the window as can be. Instants in epoch milliseconds. */
export interface DailySchedule extends RunSchedule {
  /** The window that a run of this schedule lies in. */
  windowOf(runAt: number): { readonly beginAt: number; readonly usableEndAt: number };
}

/**
 * Runs bracket what really happens: with every run at the begin of the window a change is noticed as late as possible,
 * with every run just before its end as early as possible. The real instant is random.
 *
 * @param window the effective window
 * @param place where in the window each run stands
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
