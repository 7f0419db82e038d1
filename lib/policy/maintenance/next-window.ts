import { dayMs } from "#lib/kube/time-units.ts";
import { type MaintenanceWindow, type TimeWindow, windowContains, windowDurationSeconds } from "./time-window.ts";

/** The maintenance window on one day. Instants in epoch milliseconds. */
export interface WindowOccurrence {
  readonly beginAt: number;
  readonly endAt: number;
}

/** The open or next maintenance window, in epoch milliseconds. A maintenance run begins in [beginAt, usableEndAt). */
export interface NextMaintenanceWindow extends WindowOccurrence {
  readonly usableEndAt: number;
  /** True when the window has begun; today's run may already be over, and the next one is then a day later. */
  readonly open: boolean;
}

/** Interval in which the next maintenance run begins: epoch milliseconds, end excluded. */
export interface NextRunInterval {
  readonly fromAt: number;
  readonly untilAt: number;
}

function occurrence(window: TimeWindow, beginAt: number): WindowOccurrence {
  return { beginAt, endAt: beginAt + windowDurationSeconds(window) * 1000 };
}

/** The latest begin of the daily window at or before the instant. */
function beginAtOrBefore(window: TimeWindow, atMs: number): number {
  const beginMs = window.beginSeconds * 1000;
  return Math.floor((atMs - beginMs) / dayMs) * dayMs + beginMs;
}

/**
 * The first daily occurrence of the window that begins strictly after the instant.
 *
 * @param atMs epoch milliseconds
 */
export function windowBeginningAfter(window: TimeWindow, atMs: number): WindowOccurrence {
  return occurrence(window, beginAtOrBefore(window, atMs) + dayMs);
}

/**
 * The first daily occurrence of the window that ends strictly after the instant; that window may have begun already.
 *
 * @param atMs epoch milliseconds
 */
export function windowEndingAfter(window: TimeWindow, atMs: number): WindowOccurrence {
  const current = occurrence(window, beginAtOrBefore(window, atMs));
  return current.endAt > atMs ? current : occurrence(window, current.beginAt + dayMs);
}

/**
 * The maintenance window that is open or comes next.
 *
 * @param nowMs epoch milliseconds
 * @source Gardener docs, shoot_maintenance: the time window
 */
export function nextMaintenanceWindow({ window, effective }: MaintenanceWindow, nowMs: number): NextMaintenanceWindow {
  const usable = windowEndingAfter(effective, nowMs);
  return {
    beginAt: usable.beginAt,
    endAt: usable.beginAt + windowDurationSeconds(window) * 1000,
    usableEndAt: usable.endAt,
    open: usable.beginAt <= nowMs,
  };
}

/**
 * When the controller's timer, set at `fromMs`, fires next: at a random instant of the returned interval. With `shift`,
 * used for reconciliations only, a timer set inside the window fires in the rest of it.
 *
 * @param window the effective window for maintenance runs
 * @param fromMs epoch milliseconds
 * @source Gardener: pkg/apis/utils/timewindow, RandomDurationUntilNext
 */
export function nextRunInterval(window: TimeWindow, fromMs: number, shift = false): NextRunInterval {
  const beginToday = Math.floor(fromMs / dayMs) * dayMs + window.beginSeconds * 1000;
  const untilToday = beginToday + windowDurationSeconds(window) * 1000;
  const inside = windowContains(window, fromMs);
  if (shift && inside) return { fromAt: fromMs, untilAt: endOfCurrent(window, fromMs) };
  const passed = fromMs > beginToday && (inside || fromMs > untilToday);
  const delayMs = passed ? dayMs : 0;
  return { fromAt: beginToday + delayMs, untilAt: untilToday + delayMs };
}

function endOfCurrent(window: TimeWindow, atMs: number): number {
  const current = occurrence(window, beginAtOrBefore(window, atMs));
  return Math.max(current.endAt, atMs);
}

/**
 * The windows in which a profile change at an instant is first noticed. A run exactly at the instant still sees the old
 * state, so only a window that begins later is certain to see the new one.
 *
 * @param window the effective window
 * @param transitionMs epoch milliseconds
 * @returns the first window in which a run may notice the change, and the first in which it must
 * @source Gardener: pkg/apis/core/v1beta1/helper, strict comparison of the classification with now
 */
export function windowsNoticingProfileChange(window: TimeWindow, transitionMs: number) {
  return {
    earliest: windowEndingAfter(window, transitionMs),
    guaranteed: windowBeginningAfter(window, transitionMs),
  };
}
