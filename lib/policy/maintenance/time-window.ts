import type { Shoot } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { type InvalidTime, nonNegativeRemainder, parseTimeOfDay, secondsPerDay } from "./time-of-day.ts";

/** A daily interval in seconds since midnight UTC (0 to 86,399). If it begins after it ends, it crosses midnight. */
export interface TimeWindow {
  readonly beginSeconds: number;
  readonly endSeconds: number;
}

/** Gardener's interpretation of `spec.maintenance.timeWindow`. */
export interface MaintenanceWindow {
  /** `always` when the Shoot has no window, or an unreadable one: Gardener then uses the whole day. */
  readonly kind: "configured" | "always";
  /** The window as written in the spec; the whole day for `always`. */
  readonly window: TimeWindow;
  /** When maintenance runs may begin: `window` without its last 15 minutes, or the whole day for `always`. */
  readonly effective: TimeWindow;
  /** Why a configured window is treated as `always`. */
  readonly invalid?: InvalidTime;
}

/** Error for an invalid maintenance window; `WINDOW_TOO_SHORT` and `WINDOW_TOO_LONG` carry the duration in seconds. */
export type InvalidTimeWindow =
  | InvalidTime
  | { readonly code: "WINDOW_TOO_SHORT" | "WINDOW_TOO_LONG"; readonly durationSeconds: number };

export const minimumWindowSeconds = 30 * 60;
export const maximumWindowSeconds = 6 * 3600;
const cutSeconds = 15 * 60;
const fullDay: TimeWindow = { beginSeconds: 0, endSeconds: secondsPerDay - 1 };

/**
 * Parses both ends of a window without validating its duration.
 *
 * @returns the window in UTC. Error `INVALID_TIME` for the first unreadable end.
 * @source Gardener: pkg/apis/utils/timewindow, ParseMaintenanceTimeWindow
 */
export function parseTimeWindow(window: { readonly begin?: unknown; readonly end?: unknown }) {
  const begin = parseTimeOfDay(window.begin);
  if (!begin.ok) return begin;
  const end = parseTimeOfDay(window.end);
  if (!end.ok) return end;
  return ok<TimeWindow>({ beginSeconds: begin.value, endSeconds: end.value });
}

/**
 * Duration of the window in seconds, more than 0 and at most 86,400: equal ends mean a day.
 *
 * @source Gardener: pkg/apis/utils/timewindow, Duration
 */
export function windowDurationSeconds({ beginSeconds, endSeconds }: TimeWindow): number {
  return endSeconds - beginSeconds + (endSeconds <= beginSeconds ? secondsPerDay : 0);
}

/**
 * Validates a window as the API server does: readable, at least 30 minutes, at most 6 hours.
 *
 * @returns the window in UTC. Errors `INVALID_TIME`, `WINDOW_TOO_SHORT`, `WINDOW_TOO_LONG`.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMaintenance
 */
export function validateTimeWindow(window: {
  readonly begin?: unknown;
  readonly end?: unknown;
}): Result<TimeWindow, InvalidTimeWindow> {
  const parsed = parseTimeWindow(window);
  if (!parsed.ok) return parsed;
  const durationSeconds = windowDurationSeconds(parsed.value);
  if (durationSeconds < minimumWindowSeconds) return fail({ code: "WINDOW_TOO_SHORT", durationSeconds });
  if (durationSeconds > maximumWindowSeconds) return fail({ code: "WINDOW_TOO_LONG", durationSeconds });
  return parsed;
}

/**
 * Whether the instant lies in the window. Fractions of a second are dropped first and BOTH ends count as inside.
 *
 * @param atMs epoch milliseconds
 * @source Gardener: pkg/apis/utils/timewindow, Contains
 */
export function windowContains({ beginSeconds, endSeconds }: TimeWindow, atMs: number): boolean {
  const at = nonNegativeRemainder(Math.floor(atMs / 1000), secondsPerDay);
  if (beginSeconds <= endSeconds) return beginSeconds <= at && at <= endSeconds;
  return at >= beginSeconds || at <= endSeconds;
}

/**
 * The window in which maintenance begins: 15 minutes shorter than written, so that the work may end inside it. Without
 * a readable window the whole day, uncut.
 *
 * @source Gardener: pkg/utils/gardener/shoot.go, EffectiveShootMaintenanceTimeWindow
 */
export function effectiveWindow(
  timeWindow: { readonly begin?: unknown; readonly end?: unknown } | null | undefined,
): MaintenanceWindow {
  if (timeWindow === null || timeWindow === undefined) {
    return { kind: "always", window: fullDay, effective: fullDay };
  }
  const parsed = parseTimeWindow(timeWindow);
  if (!parsed.ok) return { kind: "always", window: fullDay, effective: fullDay, invalid: parsed.error };
  const window = parsed.value;
  const endSeconds = nonNegativeRemainder(window.endSeconds - cutSeconds, secondsPerDay);
  return { kind: "configured", window, effective: { ...window, endSeconds } };
}

/**
 * The maintenance window of a Shoot.
 *
 * @source Gardener: pkg/utils/gardener/shoot.go, EffectiveShootMaintenanceTimeWindow
 */
export function maintenanceWindow(shoot: Pick<Shoot, "spec">): MaintenanceWindow {
  return effectiveWindow(shoot.spec.maintenance?.timeWindow);
}
